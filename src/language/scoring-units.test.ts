import { describe, expect, it } from "vitest";
import { scoringForm, scoringTokens } from "./normalise.ts";
import { hasEnglishRules } from "./scoring-units.ts";

describe("what is not English", () => {
  it.each([
    ["流经“维也纳”的河。", "流 经 维 也 纳 的 河"],
    ["２０２３年，ＩＭＡＸ 影院", "2023 年 imax 影 院"],
    ["阿诺德·施瓦辛格", "阿 诺 德 施 瓦 辛 格"],
    ["サッカー", "サ ッ カ ー"],
    ["L’eau du Rhône", "leau du rhône"],
    ["a the an", "a the an"],
    ["。！", ""],
  ])("%j is compared as %j", (text, form) => {
    expect(scoringForm(text, "zh")).toBe(form);
  });

  it("is told by a tag; English by none, or by its own", () => {
    expect([undefined, "en", "en-GB", "EN"].every(hasEnglishRules)).toBe(true);
    expect(["zh", "zh-Hant", "enm", "fr"].some(hasEnglishRules)).toBe(false);
    expect(scoringTokens("The Danube", "en-GB")).toEqual(["danube"]);
    expect(scoringTokens("。", "zh")).toEqual([]);
  });
});
