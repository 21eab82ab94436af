import { describe, expect, it } from "vitest";
import { importQuestions } from "./import-questions.ts";
import { languageOf } from "./language-of.ts";

describe("the language of a question", () => {
  it.each([
    ["流经维也纳的是哪条河？", "zh"],
    ["维也纳的IMAX影院在哪里？", "zh"],
    ["ウィーンを流れる川は？", "ja"],
    ["Which river runs through Vienna?", undefined],
    ["What does 多瑙河 mean?", undefined],
    ["1 + 1 = ?", undefined],
    ["", undefined],
  ])("of %j is %s by its script", (question, language) => {
    expect(languageOf(question)).toBe(language);
  });

  it("is the row's own where it is a tag", async () => {
    const row = { question: "多瑙河？", answers: ["a"] };
    const of = async (language: unknown) => {
      const { questions } = await importQuestions(JSON.stringify({ ...row, language }));
      return questions[0]?.language;
    };
    expect(await of("zh-Hant")).toBe("zh-Hant");
    expect(await of("Chinese")).toBe("zh");
    expect(await of(7)).toBe("zh");
  });
});
