/**
 * Tests every thirteenth pair of the judge's held-out questions (models/hopwise-encoder/README.md),
 * each with the right answer and a wrong one, to show that it uses the answer.
 */
import { expect, it } from "vitest";
import pairs from "../../testing/engines/judged-pairs.json" with { type: "json" };
import { createEncoder } from "./transformers-encoder.ts";

const never = new AbortController().signal;

it("prefers the right of two answers to one question in clearly more than half of the pairs", async () => {
  const encoder = await createEncoder({
    modelUrlOrPath: "models/hopwise-encoder",
    device: "cpu",
    threads: 1,
  });
  let preferred = 0;
  for (const { question, right, wrong } of pairs) {
    const known = async (answer: string) =>
      (await encoder.reader?.known(question, answer, never, null)) ?? Number.NaN;
    if ((await known(right)) > (await known(wrong))) preferred += 1;
  }
  await encoder.dispose();
  expect(pairs.length).toBeGreaterThan(100);
  expect(preferred / pairs.length).toBeGreaterThan(0.58);
});

it("is surer of an answer the likelier its writer found it", async () => {
  const encoder = await createEncoder({
    modelUrlOrPath: "models/hopwise-encoder",
    device: "cpu",
    threads: 1,
  });
  const known = async (logprob: number) =>
    (await encoder.reader?.known("What is the capital of France?", "Paris", never, logprob)) ?? 0;
  const [unsure, sure] = [await known(-6), await known(-0.1)];
  await encoder.dispose();
  expect(sure).toBeGreaterThan(2 * unsure);
});
