import { describe, expect, it } from "vitest";
import { normalise } from "./normalise.ts";
import { coverExactMatch, coverExactMatchTokens, exactMatch, rougeL, tokenF1 } from "./score.ts";

describe("metrics", () => {
  it("normalise: lower case, no punctuation, no articles, single spaces", () => {
    expect(normalise("  The U.S.  Virgin-Islands, an  Island! ")).toBe("us virginislands island");
    expect(normalise("España, a Coruña")).toBe("españa coruña");
  });

  it("exact match and cover-EM take the best gold", () => {
    expect(exactMatch("The Danube.", ["Rhine", "danube"])).toBe(1);
    expect(coverExactMatch("It is the river Danube in Vienna", ["danube"])).toBe(1);
    expect(coverExactMatch("anything", [""])).toBe(0);
  });

  it("cover-EM on token boundaries does not find 'no' in 'know'", () => {
    expect(coverExactMatch("I know", ["no"])).toBe(1);
    expect(coverExactMatchTokens("I know", ["no"])).toBe(0);
    expect(coverExactMatchTokens("no, never", ["No"])).toBe(1);
  });

  it("token F1 and ROUGE-L as their scripts compute them", () => {
    expect(tokenF1("the blue Danube river", ["Danube"])).toBeCloseTo(0.5, 10);
    expect(tokenF1("x", ["y"])).toBe(0);
    expect(rougeL("police killed the gunman", "police kill the gunman")).toBeCloseTo(2 / 3, 10);
  });
});
