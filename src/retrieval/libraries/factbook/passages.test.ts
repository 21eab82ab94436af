import { beforeAll, describe, expect, it } from "vitest";
import { english } from "../../../language/english/english.ts";
import { applyAliases } from "../../../language/english/entity-aliases.ts";
import type { Passage } from "../../../log/types.ts";
import { hardWordLimit } from "../pack.ts";
import { type Profile, readFacts } from "./facts.ts";
import { calmCapitals, nameInSentence } from "./names.ts";
import { passagesOf } from "./passages.ts";
import { factbookWords } from "./words.ts";

let profiles: Profile[];
let passages: Passage[];

beforeAll(async () => {
  profiles = await readFacts();
  passages = passagesOf(profiles);
});

const text = (id: string) => passages.find((passage) => passage.id === id)?.text;

describe("the Factbook's passages", () => {
  it("covers every profile", () => {
    expect(profiles).toHaveLength(256);
    const covered = new Set(passages.map((passage) => passage.id.split("/")[0]));
    expect(covered.size).toBe(profiles.length);
  });

  it("keeps both anthems of a place, and abbreviations in capitals", () => {
    expect(text("ca/symbols")).toContain('name: "O Canada", "God Save the King"');
    expect(JSON.stringify(profiles)).toContain("Russian SFSR renamed Russian Federation");
    expect(calmCapitals("CNSP Prime Minister Ali ZEINE; Pius XI")).toBe(
      "CNSP Prime Minister Ali Zeine; Pius XI",
    );
  });

  it("has unique, readable ids", () => {
    expect(new Set(passages.map((passage) => passage.id)).size).toBe(passages.length);
    for (const { id } of passages) expect(id).toMatch(/^[a-z]{2}\/[a-z]+(-\d+)?$/);
  });

  it("stays within the word limit", () => {
    for (const passage of passages) {
      expect(passage.text.split(/\s+/).length, passage.id).toBeLessThanOrEqual(hardWordLimit);
    }
  });

  it("names the place in every title and at the beginning of every text", () => {
    const names = new Map(profiles.map((profile) => [profile.code, profile.name]));
    for (const passage of passages) {
      const name = names.get(passage.id.slice(0, 2)) ?? "";
      expect(passage.title.startsWith(`${name}: `), passage.title).toBe(true);
      const bare = nameInSentence(name).replace(/^the /, "");
      expect(passage.text.slice(0, bare.length + 60), passage.id).toContain(bare);
    }
  });

  it("holds no markup, entities or unclean spaces", () => {
    for (const passage of passages) {
      expect(passage.text, passage.id).not.toMatch(
        /<\/?[a-z][^>]*>|&[a-z]+;|&#\d+;|\s{2}|\+\+|^\s|\s$/i,
      );
    }
  });

  it.each([
    ["en/capital", "The capital of Estonia is Tallinn."],
    [
      "nl/capital",
      "The capital of the Netherlands is Amsterdam. Note: The Hague is the seat of government.",
    ],
    [
      "bl/capital",
      "The capitals of Bolivia are La Paz (administrative capital) and Sucre (constitutional [legislative and judicial] capital).",
    ],
    [
      "sf/capital",
      "The capitals of South Africa are Pretoria (administrative capital), Cape Town (legislative capital) and Bloemfontein (judicial capital).",
    ],
    [
      "iv/capital",
      "The capitals of Cote d'Ivoire are Yamoussoukro (legislative capital) and Abidjan (administrative and economic capital).",
    ],
    ["en/location", "bordering the Baltic Sea"],
    ["ar/terrain", "The highest point of Argentina is Cerro Aconcagua 6,962 m"],
    [
      "tz/terrain",
      "The highest point of Tanzania is Kilimanjaro 5,895 m (highest point in Africa).",
    ],
    [
      "gm/leaders",
      "The head of government of Germany is Chancellor Friedrich Merz (since 6 May 2025).",
    ],
    ["ch/leaders", "The chief of state of China is President Xi Jinping (since 14 March 2013)."],
    ["ja/currency", "The currency of Japan is yen (JPY); one US dollar is worth"],
    ["fr/people", "The population of France is 68,512,806 (2025 est.)."],
    [
      "fr/location-2",
      "France has land borders with Andorra 55 km, Belgium 556 km, Germany 418 km, Italy 476 km, Luxembourg 69 km, Monaco 6 km, Spain 646 km, Switzerland 525 km.",
    ],
    ["fr/energy", "Operational nuclear reactors of France: 57 (2025)."],
    ["nz/communications", "Internet country code: .nz."],
    ["in/space", "The space agency of India is Indian Space Research Organization (ISRO;"],
    ["us/heritage", "Number of World Heritage Sites of the United States: 26"],
  ])("says in %s: %s", (id, fact) => {
    expect(text(id)).toContain(fact);
  });

  it("says of every figure what year it is of, where the source does", () => {
    const undated = passages.filter(
      ({ id, text }) => id.endsWith("/gdp") && text.includes("%") && !/\((?:19|20)\d\d/.test(text),
    );
    expect(undated.map(({ id }) => id)).toEqual([]);
  });

  it("says since when an office is held", () => {
    const leaders = passages.filter(({ id }) => id.endsWith("/leaders"));
    const since = leaders.filter(({ text }) => / \(since (?:\d+ )?[A-Z][a-z]+ \d{4}\)/.test(text));
    expect(since.length / leaders.length).toBeGreaterThan(0.95);
  });
});

describe("names that people use", () => {
  it.each([
    ["Myanmar", "Burma"],
    ["Türkiye", "Turkey"],
    ["Czech Republic", "Czechia"],
    ["Swaziland", "Eswatini"],
    ["Macedonia", "North Macedonia"],
    ["Cape Verde", "Cabo Verde"],
    ["Côte d'Ivoire", "Cote d'Ivoire"],
    ["Ivory Coast", "Cote d'Ivoire"],
    ["East Timor", "Timor-Leste"],
    ["Holy See", "Vatican City"],
    ["DR Congo", "Democratic Republic of the Congo"],
    ["Congo-Brazzaville", "Republic of the Congo"],
    ["Democratic People's Republic of Korea", "North Korea"],
    ["Republic of Korea", "South Korea"],
    ["Great Britain", "United Kingdom"],
    ["UK", "United Kingdom"],
    ["USA", "United States"],
    ["UAE", "United Arab Emirates"],
    ["Holland", "Netherlands"],
  ])("%s is found under %s, and %s under itself", (asked, title) => {
    const look = applyAliases(passages, factbookWords.aliases);
    expect(look(`What is the capital of ${asked}?`)).toBe(`What is the capital of ${title}?`);
    expect(look(`What is the capital of ${title}?`)).toBe(`What is the capital of ${title}?`);
    expect(english(factbookWords).holdsName(`It borders ${title}.`, asked)).toBe(true);
    expect(english(factbookWords).holdsName(`It borders ${asked}.`, title)).toBe(true);
  });

  it("are those of profiles", () => {
    const titles = new Set(profiles.map(({ name }) => name));
    for (const [other, title] of factbookWords.aliases) {
      expect(titles.has(title), title).toBe(true);
      expect(titles.has(other), other).toBe(false);
    }
  });
});
