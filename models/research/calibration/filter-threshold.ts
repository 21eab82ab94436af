/**
 * The threshold of the passage filter (RA-ISF's M_rel, by the encoder's head): its effect on the
 * five passages of every second Factbook question and of that question's steps.
 *
 *   npm run bench -- filter [--threads N] [--encoder ID|FOLDER]
 *
 * A step is answered by one passage and should keep it; a whole question is answered by no single
 * passage, so it should be split. The threshold is chosen on half of the questions and checked on
 * the others: the highest at which at most 2 % of the steps keep nothing.
 */
import { parseArgs } from "node:util";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { raIsf } from "../../../src/methods/ra-isf/index.ts";
import type { Encoder } from "../../../src/models/encoder/transformers-encoder.ts";
import { embeddedFor } from "../../../src/node/embedded-vectors.ts";
import { loadEncoder } from "../../../src/node/node-ports.ts";
import { factbook } from "../../../src/retrieval/libraries/factbook/index.ts";
import {
  type FactbookQuestion,
  readQuestions,
} from "../../../src/retrieval/libraries/factbook/questions.ts";
import type { Retriever, StopSignal } from "../../../src/runtime/ports.ts";
import { bestAnswer, type ReadPassage, readableText } from "../../../src/stages/reader.ts";
import { spanIsRight } from "./theta.ts";

interface Read {
  kind: "step" | "whole";
  golds: readonly string[];
  read: readonly ReadPassage[];
}

const thresholds = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const mostLost = 0.02;
const never: StopSignal = new AbortController().signal;

const { values } = parseArgs({
  options: { threads: { type: "string", default: "2" }, encoder: { type: "string" } },
});

async function readOf(
  text: string,
  encoder: Encoder,
  retriever: Retriever,
): Promise<readonly ReadPassage[]> {
  const small = raIsf.presets.find(({ id }) => id === "ra-isf-small");
  if (small === undefined || encoder.reader === null) throw new Error("no preset, or no heads");
  const { passages } = await retriever.retrieve({ ...small.settings.retrieval, text }, never);
  const said = await encoder.reader.read(text, passages.map(readableText), never);
  return passages.flatMap((passage, index) => {
    const reading = said[index];
    return reading === undefined ? [] : [{ passage, reading }];
  });
}

/** `seen`: steps already read; each counts once. */
async function readAll(
  questions: readonly FactbookQuestion[],
  seen: Set<string>,
  encoder: Encoder,
  retriever: Retriever,
): Promise<Read[]> {
  const all: Read[] = [];
  for (const { question, answers, decomposition } of questions) {
    const read = await readOf(question, encoder, retriever);
    all.push({ kind: "whole", golds: answers, read });
    for (const step of decomposition) {
      if (seen.has(step.question)) continue;
      seen.add(step.question);
      const golds = answers.includes(step.answer) ? answers : [step.answer];
      all.push({ kind: "step", golds, read: await readOf(step.question, encoder, retriever) });
    }
  }
  return all;
}

interface Effect {
  /** Shares of questions in [0, 1]: answered right, answered wrong, no passage kept. */
  right: number;
  wrong: number;
  nothing: number;
  kept: number;
}

function effect(rows: readonly Read[], threshold: number): Effect {
  const sum = { right: 0, wrong: 0, nothing: 0, kept: 0 };
  for (const { golds, read } of rows) {
    const kept = read.filter(({ reading }) => reading.relevance >= threshold);
    const span = bestAnswer(kept)?.reading.span ?? "";
    sum.kept += kept.length;
    if (kept.length === 0) sum.nothing += 1;
    else if (spanIsRight(span, golds)) sum.right += 1;
    else if (span !== "") sum.wrong += 1;
  }
  const share = (count: number) => count / Math.max(1, rows.length);
  return {
    right: share(sum.right),
    wrong: share(sum.wrong),
    nothing: share(sum.nothing),
    kept: share(sum.kept),
  };
}

function print(title: string, rows: readonly Read[]): void {
  const cells = thresholds.map((threshold) => {
    const { right, wrong, nothing, kept } = effect(rows, threshold);
    const percents = [right, wrong, nothing].map((value) => (100 * value).toFixed(0));
    return [threshold.toFixed(1), ...percents, kept.toFixed(1)];
  });
  console.log(`\n${title} (n = ${rows.length})\n`);
  console.log(markdownTable(["threshold", "right, %", "wrong, %", "none kept, %", "kept"], cells));
}

const encoder = await loadEncoder(Number(values.threads), values.encoder);
const retriever = await embeddedFor(factbook, encoder, values.encoder, never);
const asked = (await readQuestions()).filter((_, index) => index % 2 === 0);
const half = (rest: number) => asked.filter((_, index) => index % 2 === rest);
const seen = new Set<string>();
const chosenOn = await readAll(half(0), seen, encoder, retriever);
const checkedOn = await readAll(half(1), seen, encoder, retriever);
await encoder.dispose();
const steps = (rows: readonly Read[]) => rows.filter(({ kind }) => kind === "step");
const whole = (rows: readonly Read[]) => rows.filter(({ kind }) => kind === "whole");
const chosen = thresholds.findLast((one) => effect(steps(chosenOn), one).nothing <= mostLost);
console.log(`Chosen: ${chosen?.toFixed(1) ?? "none"}`);
print("Steps, chosen on", steps(chosenOn));
print("Steps, checked on", steps(checkedOn));
print("Whole questions, chosen on", whole(chosenOn));
print("Whole questions, checked on", whole(checkedOn));
