import { describe, expect, it } from "vitest";
import { answerCandidates } from "./candidates.ts";

const estonia =
  "The capital of Estonia is Tallinn. Estonia became independent on 20 August 1991 (from the Soviet Union).";

describe("answerCandidates", () => {
  it("leaves out the words of the query and the glue round the answer", () => {
    expect(answerCandidates("Which country has the capital Tallinn?", estonia)).toContain(
      "Estonia",
    );
    expect(answerCandidates("What is the capital of Estonia?", estonia)).toContain("Tallinn");
  });

  it("keeps the kind asked for: an ocean may be called one", () => {
    const text = "Mauritius is an island in the Indian Ocean.";
    expect(answerCandidates("In which ocean is Mauritius?", text)).toEqual([
      "island in the Indian Ocean",
    ]);
  });

  it("offers numbers to a quantity and names to a name", () => {
    const text =
      "The total area of Mali is 1,240,192 sq km. The highest point of Mali is Hombori Tondo 1,155 m.";
    expect(answerCandidates("What is the area of Mali?", text)).toContain("1,240,192 sq km");
    expect(answerCandidates("What is the highest point of Mali?", text)).toContain("Hombori Tondo");
    expect(answerCandidates("When did Estonia become independent?", estonia)).toEqual([
      "20 August 1991",
    ]);
  });

  it("never offers the name of a field", () => {
    const text =
      "Mozambique: Ethnic groups: African. Languages: Emakhuwa 25.3%, Portuguese (official).";
    expect(answerCandidates("What is the official language of Mozambique?", text)).toEqual([
      "African",
      "Emakhuwa",
      "Portuguese",
    ]);
  });

  it("offers everything when the kind is missing, nothing for nothing", () => {
    expect(answerCandidates("How many people live in X?", "It is not known to anyone")).toEqual([
      "not known to anyone",
    ]);
    expect(answerCandidates("Who?", "")).toEqual([]);
  });
});

describe("a name within another's", () => {
  it.each([
    ["Which country borders Guinea?", "The east has Equatorial Guinea.", "Equatorial Guinea"],
    [
      "Which country borders the Republic of the Congo?",
      "It is near the Democratic Republic of the Congo.",
      "Democratic Republic of the Congo",
    ],
  ])("%s does not ask for what stands in %s", (query, text, kept) => {
    expect(answerCandidates(query, text)).toContainEqual(expect.stringContaining(kept));
  });

  it("is asked for where the query names it", () => {
    expect(
      answerCandidates("What is the capital of Equatorial Guinea?", "Malabo, in Equatorial Guinea"),
    ).toEqual(["Malabo"]);
  });

  it("is found whatever its accents", () => {
    expect(
      answerCandidates("What is the capital of Cote d'Ivoire?", "Côte d'Ivoire has Yamoussoukro"),
    ).toEqual(["Yamoussoukro"]);
  });
});
