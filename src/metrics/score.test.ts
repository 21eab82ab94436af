import { describe, expect, it } from "vitest";
import { normalise } from "../language/normalise.ts";
import { rouge } from "./rouge.ts";
import {
  agreementRougeL,
  coverExactMatch,
  coverExactMatchTokens,
  exactMatch,
  hitAtOne,
  hotpotF1,
  isKnownAnswer,
  matchingRatio,
  rightChoice,
  tokenF1,
} from "./score.ts";

describe("metrics", () => {
  it("normalise: lower case, no accents, no punctuation, no articles, single spaces", () => {
    expect(normalise("  The U.S.  Virgin-Islands, an  Island! ")).toBe("us virginislands island");
    expect(normalise("España, a Coruña")).toBe("espana coruna");
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
    expect(agreementRougeL("police killed the gunman", "police kill the gunman")).toBeCloseTo(
      2 / 3,
      10,
    );
  });

  it("matching ratio is the share of golds that are substrings, as SlimPLM counts it", () => {
    const aliases = ["New York", "New York City", "NYC", "The Big Apple"];
    expect(matchingRatio("He lives in New York City.", aliases)).toBe(0.5);
    expect(matchingRatio("I know", ["no"])).toBe(1);
    expect(matchingRatio("anything", ["", "the"])).toBe(0);
    expect(matchingRatio("anything", [])).toBe(0);
  });

  it("counts an answer with several aliases once", () => {
    const groups = [["Ada Berg", "A. Berg"], ["Bo Lind"]];
    expect(matchingRatio("A. Berg played the captain.", groups)).toBe(0.5);
    expect(matchingRatio("Ada Berg, also written A. Berg", groups)).toBe(0.5);
    expect(matchingRatio("First Bo Lind, then Ada Berg", groups)).toBe(1);
    expect(matchingRatio("Cy Holm", groups)).toBe(0);
    expect(matchingRatio("anything", [[], ["the"]])).toBe(0);
  });

  it("many aliases make SlimPLM's EM small where its Hit@1 is large", () => {
    const questions = [
      {
        said: "It was Mark Twain.",
        golds: ["Mark Twain", "Samuel Clemens", "S. L. Clemens", "Twain"],
      },
      { said: "Danube", golds: ["Danube", "Donau", "Duna", "Dunaj"] },
      { said: "Oslo", golds: ["Bergen"] },
    ];
    const mean = (score: (said: string, golds: readonly string[]) => number) =>
      questions.reduce((sum, { said, golds }) => sum + score(said, golds), 0) / questions.length;
    expect(mean(matchingRatio)).toBeCloseTo((0.5 + 0.25 + 0) / 3, 10);
    expect(mean(hitAtOne)).toBeCloseTo(2 / 3, 10);
  });

  it("is known above θ = 0.5, not at it", () => {
    expect(isKnownAnswer("a river and a sea", ["river", "lake"])).toBe(false);
    expect(isKnownAnswer("a river and a sea", ["river", "sea", "lake"])).toBe(true);
    expect(isKnownAnswer("a river and a sea", ["river", "sea", "lake"], 0.7)).toBe(false);
  });
});

describe("an answer in Chinese", () => {
  const golds = ["维也纳新区", "新 区"];

  it("is scored by characters", () => {
    expect(hotpotF1("维也纳区", golds, "zh")).toBeCloseTo((2 * 4) / (4 + 5), 10);
    expect(hotpotF1("维也纳区", golds)).toBe(0);
    expect(exactMatch("“新区”。", golds, "zh")).toBe(1);
    expect(coverExactMatch("答案是维也纳新区。", golds, "zh")).toBe(1);
    expect(coverExactMatchTokens("答案是维也纳新区。", golds, "zh")).toBe(1);
    expect(matchingRatio("答案是新区。", [["维也纳新区"], ["新区"]], "zh")).toBe(0.5);
    expect(hitAtOne("不知道", golds, "zh")).toBe(0);
  });

  it("has numbers and Latin words whole", () => {
    expect(coverExactMatchTokens("2023年", ["23年"], "zh")).toBe(0);
    expect(coverExactMatch("2023年", ["23年"], "zh")).toBe(1);
    expect(hotpotF1("ＩＭＡＸ影院", ["IMAX"], "zh")).toBeCloseTo(0.5, 10);
  });

  it("chooses among options, and has its words in ROUGE", () => {
    expect(rightChoice("是维也纳", ["维也纳"], ["维也纳", "萨尔茨堡"], "zh")).toBe(1);
    expect(rightChoice("维也纳或萨尔茨堡", ["维也纳"], ["维也纳", "萨尔茨堡"], "zh")).toBe(0);
    expect(rouge("多瑙河很长", ["多瑙河"])).toMatchObject({ rouge1: 0 });
    expect(rouge("多瑙河很长", ["多瑙河"], "zh")?.rougeL).toBeCloseTo(0.75, 10);
  });
});

describe("the right choice", () => {
  const options = ["Langtang Ri", "Gasherbrum II"];
  const choice = (said: string, golds = ["Gasherbrum II"], among = options) =>
    rightChoice(said, golds, among);

  it("is the one that is named, and no other beside it", () => {
    expect(choice("Gasherbrum II")).toBe(1);
    expect(choice("It is Gasherbrum II.")).toBe(1);
    expect(choice("Langtang Ri")).toBe(0);
    // cover-EM counts this as right.
    expect(choice("Langtang Ri is taller than Gasherbrum II")).toBe(0);
    expect(choice("Gasherbrum II is taller than Langtang Ri")).toBe(0);
    expect(coverExactMatch("Langtang Ri is taller than Gasherbrum II", ["Gasherbrum II"])).toBe(1);
    expect(choice("neither")).toBe(0);
    expect(choice("")).toBe(0);
  });

  it("may be named in part, and a part of a longer name is no name", () => {
    expect(choice("Gasherbrum")).toBe(1);
    expect(choice("Guinea", ["Guinea"], ["Guinea", "Equatorial Guinea"])).toBe(1);
    expect(choice("Equatorial Guinea", ["Guinea"], ["Guinea", "Equatorial Guinea"])).toBe(0);
  });

  it("is unknown where the question names no options, or none of them is right", () => {
    expect(choice("Danube", ["Danube"], [])).toBeNull();
    expect(choice("Danube", ["Danube"])).toBeNull();
    expect(choice("x", [], options)).toBeNull();
  });
});
