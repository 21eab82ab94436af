import { expect, it } from "vitest";
import { dated, holder, paragraphs, partsAt } from "./clean.ts";
import { readProfile, type Unread } from "./read-profile.ts";

it("takes tags, entities and odd spaces out, and parts at line breaks", () => {
  expect(
    paragraphs("<strong>French Guiana:</strong>\u00a04 00 N<br><br>R&eacute;union ; x"),
  ).toEqual(["French Guiana: 4 00 N", "Réunion; x"]);
  expect(paragraphs("<em><br>2022: </em>A &ndash; B <p>C</p>")).toEqual(["2022: A - B", "C"]);
});

it("parts lists outside brackets and numbers only", () => {
  expect(partsAt("Sucre (constitutional [legislative; judicial] capital); La Paz", ";")).toEqual([
    "Sucre (constitutional [legislative; judicial] capital)",
    "La Paz",
  ]);
  expect(partsAt("10,000 goats, sheep (wild, tame)", ",")).toEqual([
    "10,000 goats",
    "sheep (wild, tame)",
  ]);
});

it("loses nothing but the signs that part, whatever the brackets", () => {
  const signs = ["a", "(", ")", "[", "]", "; ", ", ", "1,000", " "];
  for (let seed = 1; seed < 2000; seed++) {
    const text = Array.from({ length: 12 }, (_, at) => signs[(seed * (at + 7) ** 2) % 9]).join("");
    for (const sign of [";", ","] as const) {
      const kept = partsAt(text, sign).join("").replaceAll(" ", "");
      const whole = text.replaceAll(" ", "");
      const without = (all: string) => all.replaceAll(sign, "");
      expect(without(kept), text).toBe(without(whole));
    }
  }
});

it.each([
  ["68,512,806 (2025 est.)", { text: "68,512,806", year: "2025", estimate: true }],
  ["57 (2025)", { text: "57", year: "2025" }],
  ["0.67% (2020-25 est.)", { text: "0.67%", year: "2020-25", estimate: true }],
  ["27,860 km (2020) 16,660 km electrified", { text: "27,860 km (2020) 16,660 km electrified" }],
])("reads the year of %s", (text, parts) => {
  expect(dated(text)).toEqual(parts);
});

it("reads since when an office is held", () => {
  expect(holder("Chancellor Friedrich Merz (since 6 May 2025)")).toEqual({
    name: "Chancellor Friedrich Merz",
    since: "6 May 2025",
  });
  expect(holder("President (vacant)")).toEqual({ name: "President (vacant)" });
});

it("keeps the newest of a series, leaves prose out whole and counts what it leaves", () => {
  const unread: Unread[] = [];
  const prose = "word ".repeat(60).trim();
  const source = {
    Introduction: { Background: { text: prose } },
    Geography: {
      Terrain: { text: `flat; ${prose}; hilly` },
      Elevation: { "highest point": { text: "Mont Blanc 4,810" } },
    },
    Economy: {
      "Public debt": {
        "Public debt 2022": { text: "9% (2022 est.)" },
        "Public debt 2023": { text: "8% (2023 est.)" },
        note: "<b>note:</b> as a % of GDP",
      },
      Exports: { "Exports 2023": { text: "NA" } },
    },
    Government: { "Country name": { "conventional short form": { text: "Zed" } } },
  };
  const { name, sections } = readProfile("zz", "Europe", source, (value) => unread.push(value));
  expect(name).toBe("Zed");
  expect(sections).toEqual({
    Geography: {
      Terrain: [{ part: "", values: ["flat", "hilly"] }],
      Elevation: [{ part: "highest point", values: ["Mont Blanc 4,810 m"] }],
    },
    Economy: { "Public debt": [{ part: "", values: ["8%"], year: "2023", estimate: true }] },
  });
  expect(unread.map(({ reason, path }) => [reason, path])).toEqual([
    ["left out on purpose", "Introduction/Background"],
    ["too long for a fact", "Geography/Terrain"],
    ["older year", "Economy/Public debt"],
    ["left out on purpose", "Economy/Public debt/note"],
    ["empty", "Economy/Exports/Exports 2023"],
    ["left out on purpose", "Government/Country name/conventional short form"],
  ]);
});
