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
