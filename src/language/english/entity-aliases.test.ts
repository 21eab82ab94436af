import { describe, expect, it } from "vitest";
import type { Passage } from "../../log/types.ts";
import type { Alias } from "../names.ts";
import { applyAliases } from "./entity-aliases.ts";

const aliases: readonly Alias[] = [
  ["Myanmar", "Burma"],
  ["Czechia", "Czech Republic"],
  ["North Macedonia", "Macedonia"],
  ["Türkiye", "Turkey"],
  ["Eswatini", "Swaziland"],
  ["A.B. (Land)", "C*"],
];

const titled = (...titles: string[]): Passage[] =>
  titles.map((title, index) => ({ id: String(index), title, text: "" }));

describe("a query in a library of older names", () => {
  const factbook = applyAliases(
    titled("Burma: capital", "Turkey: parliament", "Macedonia: terrain", "Czech Republic: people"),
    aliases,
  );

  it.each([
    ["Which countries border Myanmar?", "Which countries border Burma?"],
    ["Is Türkiye larger than North Macedonia?", "Is Turkey larger than Macedonia?"],
    ["What is Czechia's capital?", "What is Czech Republic's capital?"],
  ])("looks with %s for %s", (asked, sought) => {
    expect(factbook(asked)).toBe(sought);
  });

  it.each([
    "Which countries border Burma?",
    "What is the capital of Eswatini?",
    "Who wrote Myanmarese Tales?",
    "",
  ])("leaves %s as it is", (query) => {
    expect(factbook(query)).toBe(query);
  });

  it("leaves a title whole that another's name stands in", () => {
    const find = applyAliases(titled("North Macedonia: capital", "United Kingdom: flag"), [
      ["Macedonia", "North Macedonia"],
      ["Britain", "United Kingdom"],
      ["Great Britain", "United Kingdom"],
    ]);
    expect(find("Does North Macedonia border Macedonia?")).toBe(
      "Does North Macedonia border North Macedonia?",
    );
    expect(find("Who rules Great Britain?")).toBe("Who rules United Kingdom?");
  });

  it("leaves every query to a library that has today's name, or neither", () => {
    const query = "Which countries border Myanmar?";
    expect(applyAliases(titled("Burma: capital", "Myanmar: capital"), aliases)(query)).toBe(query);
    expect(applyAliases(titled("notes.md"), aliases)(query)).toBe(query);
    expect(applyAliases([], aliases)(query)).toBe(query);
    expect(applyAliases(titled("Burma: capital"), [])(query)).toBe(query);
  });

  it("takes signs of a name as they are", () => {
    const find = applyAliases(titled("C*: capital"), aliases);
    expect(find("Where is A.B. (Land)?")).toBe("Where is C*?");
    expect(find("Where is AxB. (Land)?")).toBe("Where is AxB. (Land)?");
  });
});
