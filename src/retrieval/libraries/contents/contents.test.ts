import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentsOf } from "./contents.ts";
import { factsOf } from "./facts-of.ts";

const passage = (id: string, title: string, text = `${title}.`) => ({ id, title, text });

describe("a library's contents", () => {
  const contents = contentsOf(
    [
      passage("no/capital", "Norland: capital", "The capital of Norland is Nordby."),
      passage("no/people", "Norland: people", "Norland: People: 5 (2025 est.). Births: 1 (2024)."),
      passage("no/people-2", "Norland: people", "Religions: none."),
      passage("al/capital", "Altland: capital"),
    ],
    [["Northland", "Norland"]],
  );

  it("are entries by their titles, with their other names", () => {
    expect(contents.entries).toEqual([
      { key: "al", title: "Altland", others: [] },
      { key: "no", title: "Norland", others: ["Northland"] },
    ]);
  });

  it("hold an entry's passages by topic, each as facts", () => {
    expect(contents.find("no")).toMatchObject({
      passage: null,
      gone: false,
      topics: [
        { title: "capital" },
        {
          title: "people",
          passages: [
            { id: "no/people", facts: ["People: 5 (2025 est.).", "Births: 1 (2024)."] },
            { id: "no/people-2", facts: ["Religions: none."] },
          ],
        },
      ],
    });
  });

  it("are found by a passage, too, and by one that this edition does not have", () => {
    expect(contents.find("no/people-2")).toMatchObject({
      entry: { key: "no" },
      passage: "no/people-2",
    });
    expect(contents.find("no/telephones")).toMatchObject({
      entry: { key: "no" },
      passage: null,
      gone: true,
    });
    expect(contents.find("xx")).toBeNull();
    expect(contents.find("")).toBeNull();
  });

  it("go by titles where ids have no parts, or parts that name no entry", () => {
    const titled = contentsOf(
      [passage("toy:1", "Norland: capital"), passage("x/1", "Sudmark"), passage("x/2", "Altland")],
      [],
    );
    expect(titled.entries.map(({ key }) => key)).toEqual(["Altland", "Norland", "Sudmark"]);
    expect(titled.find("toy:1")).toMatchObject({ entry: { key: "Norland" }, passage: "toy:1" });
    expect(titled.find("Sudmark")?.topics).toMatchObject([{ title: "" }]);
  });
});

describe("the facts of a passage", () => {
  it.each([
    ["Aruba: Airports: 1 (2025). Ports: 3.", ["Airports: 1 (2025).", "Ports: 3."]],
    ["The Aruba: Airports: 1.", ["Airports: 1."]],
    [
      "Larger than Washington, D.C. Coastline: 68.5 km.",
      ["Larger than Washington, D.C.", "Coastline: 68.5 km."],
    ],
    ["It lies near St. Nazaire. It is old.", ["It lies near St. Nazaire.", "It is old."]],
    [
      "It has 5 (as is told. And more). It is old.",
      ["It has 5 (as is told. And more).", "It is old."],
    ],
    ["Its area is 5.3 sq km", ["Its area is 5.3 sq km"]],
    ["", []],
  ])("%j", (text, facts) => {
    expect(factsOf(text, "Aruba")).toEqual(facts);
  });

  it("lose nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("A b.", "St.", "(c", "d).", "Word:", "e")), (words) => {
        const text = words.join(" ");
        expect(factsOf(text, "Aruba").join(" ")).toBe(text);
      }),
    );
  });
});
