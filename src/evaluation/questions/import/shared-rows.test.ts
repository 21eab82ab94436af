/** Runs only if the folder of real sets is beside the repository. */
import { existsSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rightChoice } from "../../../metrics/score.ts";
import { importQuestions } from "./import-questions.ts";
import { textOf } from "./text-of.ts";

const folder = "../shared/data";

async function read(file: string) {
  const blob = await openAsBlob(join(folder, `${file}.jsonl.gz`));
  return importQuestions(await textOf(blob));
}

describe.skipIf(!existsSync(folder))("real rows", () => {
  it.each([
    "triviaqa/dev",
    "triviaqa/slimplm",
    "asqa/slimplm",
    "eli5/slimplm",
    "openbookqa/dev",
    "openbookqa/test",
    "cdqa/test",
  ])("of %s are all read, but for those without an answer", async (file) => {
    const { questions, bad, renamedCount } = await read(file);
    expect(bad.filter(({ reason }) => reason !== "no-answer")).toEqual([]);
    expect(renamedCount).toBe(0);
    expect(questions.length).toBeGreaterThan(100);
  });

  it.each(["openbookqa/dev", "openbookqa/test"])("of %s name their options", async (file) => {
    for (const { question, answers, options = [] } of (await read(file)).questions) {
      expect(options).toHaveLength(4);
      expect(options.filter((option) => !question.includes(option))).toEqual([]);
      const [answer = ""] = answers;
      expect(rightChoice(answer, answers, options)).toBe(1);
    }
  });

  it("of CDQA are Chinese, though its file does not say so", async () => {
    const { questions } = await read("cdqa/test");
    expect(questions.filter(({ language }) => language !== "zh")).toEqual([]);
  });

  it("of ASQA have their groups of aliases", async () => {
    for (const { answers, answerGroups } of (await read("asqa/slimplm")).questions) {
      expect(new Set(answerGroups?.flat())).toEqual(new Set(answers));
    }
  });
});
