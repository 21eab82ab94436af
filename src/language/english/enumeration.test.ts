import { describe, expect, it } from "vitest";
import { asksForSeveral, namesIn, wholeList } from "./enumeration.ts";

const borders =
  "Norland is located in the east, bordering the Grey Sea, between Sudmark and Tarn. Norland has land borders with Aber 472 km, Bosk and Hevn 1,162 km, Cote d'Or 605 km. Land boundaries: total: 1,806 km.";

describe("asksForSeveral", () => {
  it.each([
    "Which countries border Norland?",
    "Which countries are the neighbours of Norland?",
    "With which countries does Norland share a border?",
    "What official languages has Norland?",
    "Which minor languages are spoken there?",
  ])("hears the plural of %s", (query) => expect(asksForSeveral(query)).toBe(true));

  it.each([
    "Which country borders Norland?",
    "What is the capital of Norland?",
    "Which was first?",
    "What does Norland export?",
    "Which bus goes there?",
    "Who lives in the countries of the east?",
  ])("and none in %s", (query) => expect(asksForSeveral(query)).toBe(false));
});

describe("wholeList", () => {
  const all = "Aber 472 km, Bosk and Hevn 1,162 km, Cote d'Or 605 km";
  it.each(["Aber", "Aber 472 km", "Hevn 1,162 km", "Cote d'Or 605 km", all])(
    "finds the list around %s",
    (part) => expect(wholeList(borders, part)).toBe(all),
  );

  it("takes the list that the part stands in", () => {
    expect(wholeList(borders, "Sudmark")).toBe("Sudmark and Tarn");
  });

  it("takes for a place between two others the list that has both", () => {
    const text =
      "Norland lies between the Aber and Hevn. It has land borders with Aber 4 km, Bosk 9 km, Hevn 2 km.";
    expect(wholeList(text, "Aber and Hevn")).toBe("Aber 4 km, Bosk 9 km, Hevn 2 km");
    expect(wholeList(text.replace("Hevn 2 km", "Tarn 2 km"), "Hevn")).toBe("Aber and Hevn");
    expect(wholeList("Spoken are Aber and Hevn, in Bosk Aber, Hevn, Tarn.", "Aber")).toBe(
      "Aber and Hevn",
    );
  });

  it("leaves what stands in no list", () => {
    expect(wholeList(borders, "Grey Sea")).toBe("Grey Sea");
    expect(wholeList(borders, "1,806 km")).toBe("1,806 km");
    expect(wholeList(borders, "Elsewhere")).toBe("Elsewhere");
    expect(wholeList(borders, "")).toBe("");
  });

  it("takes notes along", () => {
    const text = "Languages of Norland: Norse (official) 76.8%, Tarnish 8.2%, Old High Aber 4%.";
    expect(wholeList(text, "Norse")).toBe("Norse (official) 76.8%, Tarnish 8.2%, Old High Aber 4%");
  });
});

describe("namesIn", () => {
  it("leaves sizes and notes out", () => {
    expect(namesIn("Aber 472 km, Bosk and Hevn 1,162 km, Norse (official) 76.8%")).toEqual([
      "Aber",
      "Bosk and Hevn",
      "Norse",
    ]);
  });

  it("parts plain names by and", () => {
    expect(namesIn("Sudmark, Tarn and the Aber")).toEqual(["Sudmark", "Tarn", "Aber"]);
    expect(namesIn("Sudmark and Tarn")).toEqual(["Sudmark", "Tarn"]);
    expect(namesIn("")).toEqual([]);
  });
});
