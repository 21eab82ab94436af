import { beforeAll, describe, expect, it } from "vitest";
import type { Passage } from "../../../log/types.ts";
import { hardWordLimit } from "../pack.ts";
import { nameInSentence } from "./names.ts";
import { factbookPackageRoot } from "./package-root.ts";
import { passagesOf } from "./passages.ts";
import { type Profile, readProfiles } from "./profile.ts";

let profiles: Profile[];
let passages: Passage[];

beforeAll(async () => {
  profiles = await readProfiles(factbookPackageRoot);
  passages = passagesOf(profiles);
});

const text = (id: string) => passages.find((passage) => passage.id === id)?.text;

describe("the Factbook's passages", () => {
  it("covers every profile of the package", () => {
    expect(profiles).toHaveLength(261);
    const covered = new Set(passages.map((passage) => passage.id.split("/")[0]));
    expect(covered.size).toBe(profiles.length);
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
    ["en/location", "bordering the Baltic Sea"],
    ["ar/terrain", "The highest point of Argentina is Cerro Aconcagua 6,960 m"],
    ["gm/leaders", "The head of government of Germany is Chancellor Angela Merkel"],
    ["ja/currency", "The currency of Japan is yen (JPY)"],
    ["fr/location-2", "French Guiana (France) has land borders with Brazil"],
  ])("says in %s: %s", (id, fact) => {
    expect(text(id)).toContain(fact);
  });
});
