/**
 * SlimPLM's judge RJ(x, â): does it separate right from wrong answers? AUROC with 95 % intervals
 * over the small model's own closed-book answers, and over pairs of a right and a wrong answer to
 * one question, where only a judge that uses the answer beats 0.5; and what would not be looked up
 * above a threshold.
 *
 *   npm run bench -- judge --out ROWS.jsonl [--data FOLDER] [--limit N] [--pairs N]
 *                          [--thresholds P,P] [--small ID|FOLDER] [--encoder ID|FOLDER] [--threads N]
 *
 * --limit takes the first N questions of each set (default as in the model cards), --pairs each Nth
 * pair of a kind. A stopped run resumes from --out, whose rows hold every judge's score.
 */
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { readJsonLines, readRows } from "../../../e2e/bench/rows.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { bootstrap, bootstrapMean, percent } from "../../../src/evaluation/statistics/interval.ts";
import { auroc } from "../../../src/evaluation/statistics/reliability.ts";
import { knowPrompt } from "../../../src/methods/skills.ts";
import { slimPlmPrompts } from "../../../src/methods/slim-plm/prompts.ts";
import { loadEncoder, loadSmall } from "../../../src/node/node-ports.ts";
import type { ChatEnd } from "../../../src/runtime/ports.ts";
import type { Prompt } from "../../../src/runtime/prompt-template.ts";
import { isRight, type Pair, pairKinds, pairsOf } from "./judge-pairs.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    out: { type: "string" },
    limit: { type: "string", default: "400" },
    pairs: { type: "string", default: "1" },
    thresholds: { type: "string", default: "0.5,0.8" },
    small: { type: "string" },
    encoder: { type: "string" },
    threads: { type: "string", default: "2" },
  },
});
const { out } = values;
if (out === undefined) throw new Error("--out FILE is needed.");

const sets = ["nq/dev", "triviaqa/dev", "popqa/test_qa", "webquestions/test"];
const never = new AbortController().signal;

const judged = z.object({
  /** `natural`, or the kind of pair and which of its two answers. */
  part: z.string(),
  set: z.string(),
  question: z.string(),
  answer: z.string(),
  right: z.boolean(),
  golds: z.array(z.string()),
  scores: z.record(z.string(), z.number()),
});
type Judged = z.infer<typeof judged>;

const encoder = await loadEncoder(Number(values.threads), values.encoder);
if (encoder.reader === null) throw new Error("This encoder has no heads.");
const judgedBy = encoder.reader;
const small = await loadSmall(
  { threads: Number(values.threads), ...(values.small === undefined ? {} : { id: values.small }) },
  never,
);
const prompts = slimPlmPrompts("trained");

async function ask(prompt: Prompt): Promise<ChatEnd> {
  const request = { ...prompt, temperature: 0, purpose: "proxy" } as const;
  for await (const part of small.generate(request, never)) if (part.type === "end") return part;
  throw new Error("The model's words have no end.");
}

const sum = (logprobs: readonly number[]) => logprobs.reduce((total, one) => total + one, 0);
const yesOf = ({ choiceProbabilities }: ChatEnd) => choiceProbabilities?.["yes"] ?? Number.NaN;

/** The small model's closed-book log-probabilities of the answer's tokens. */
async function logprobsOf(question: string, answer: string): Promise<readonly number[]> {
  const constraint = { kind: "choice", options: [answer] } as const;
  const prompt = prompts.proxy("small", question);
  return (await ask({ ...prompt, maxTokens: 64, constraint })).logprobs ?? [];
}

const both = "the encoder's head with P(answer)";
const head = "the encoder's head alone";
const answerOdds = "language model: P(answer)";
const tokenOdds = "language model: P a token";
const verdict = "language model: is it known?";
const know = "language model: know (the question alone)";
const names = [both, head, answerOdds, tokenOdds, verdict, know];

type Unjudged = Omit<Judged, "scores">;

async function judge(row: Unjudged): Promise<Judged> {
  const { question, answer } = row;
  if (answer === "") return { ...row, scores: Object.fromEntries(names.map((name) => [name, 0])) };
  const logprobs = await logprobsOf(question, answer);
  const logprob = sum(logprobs);
  const scores = {
    [both]: await judgedBy.known(question, answer, never, logprob),
    [head]: await judgedBy.known(question, answer, never, null),
    [answerOdds]: Math.exp(logprob),
    [tokenOdds]: Math.exp(logprob / logprobs.length),
    [verdict]: yesOf(await ask(prompts.judge("small", question, answer))),
    [know]: yesOf(await ask(knowPrompt(question))),
  };
  return { ...row, scores };
}

function answersOf({ kind, set, question, right, wrong }: Pair): Unjudged[] {
  const common = { part: kind, set, question, golds: [] };
  return [
    { ...common, answer: right, right: true },
    { ...common, answer: wrong, right: false },
  ];
}

const done: Judged[] = existsSync(out)
  ? (await readJsonLines(out)).map((line) => judged.parse(line))
  : [];

/** Reads a stored judgement or makes one: the order of questions and pairs is fixed. */
async function next(make: () => Promise<Unjudged> | Unjudged): Promise<Judged> {
  const before = done[taken];
  taken += 1;
  if (before !== undefined) return before;
  const row = await judge(await make());
  await appendFile(out ?? "", `${JSON.stringify(row)}\n`);
  if (process.stderr.isTTY) process.stderr.write(`\r${taken} `);
  return row;
}
let taken = 0;

const natural: Judged[] = [];
for (const set of sets) {
  const rows = await readRows(join(values.data, `${set}.jsonl.gz`));
  for (const { question, answers } of rows.slice(0, Number(values.limit))) {
    natural.push(
      await next(async () => {
        const { text } = await ask(prompts.proxy("small", question));
        const asked = { set, question, golds: [...answers] };
        const answer = text.trim();
        return { part: "natural", ...asked, answer, right: isRight(asked, answer) };
      }),
    );
  }
}
const paired: Judged[][] = [];
const everyNth = pairKinds.flatMap((kind) =>
  pairsOf(natural)
    .filter((pair) => pair.kind === kind)
    .filter((_, index) => index % Number(values.pairs) === 0),
);
for (const pair of everyNth) {
  const ends: Judged[] = [];
  for (const row of answersOf(pair)) ends.push(await next(() => row));
  paired.push(ends);
}
await encoder.dispose();
await small.unload();

function scored(name: string, rows: readonly Judged[]) {
  return rows.map(({ scores, right }) => ({ score: scores[name] ?? Number.NaN, positive: right }));
}

/** 1 if the pair's right answer scores higher, ½ on a tie. */
function preferred(name: string, [right, wrong]: readonly Judged[]): number {
  const ahead = (right?.scores[name] ?? Number.NaN) - (wrong?.scores[name] ?? Number.NaN);
  return ahead === 0 ? 0.5 : Number(ahead > 0);
}

function preference(name: string, pairs: readonly (readonly Judged[])[]): string {
  return pairs.length === 0
    ? "—"
    : percent(bootstrapMean(pairs.map((one) => preferred(name, one))));
}

/** Resampled by question, so that a pair stays together. */
function area(name: string, groups: readonly (readonly Judged[])[]): string {
  return percent(bootstrap(groups, (drawn) => auroc(scored(name, drawn.flat())), 300));
}

const share = (value: number) => (100 * value).toFixed(1);
console.log(
  `${natural.length} questions, ${share(natural.filter(({ right }) => right).length / natural.length)} % answered rightly from memory\n`,
);
const rightFirst = (kind: string) =>
  paired.filter(([first]) => kind === "all" || first?.part === kind);
console.log(
  markdownTable(
    [
      "judge",
      `own answers, AUROC, % (n ${natural.length})`,
      `pairs, AUROC, % (n ${paired.length})`,
      ...["all", ...pairKinds].map(
        (kind) => `${kind}: right one preferred, % (n ${rightFirst(kind).length})`,
      ),
    ],
    names.map((name) => [
      name,
      area(
        name,
        natural.map((row) => [row]),
      ),
      area(name, paired),
      ...["all", ...pairKinds].map((kind) => preference(name, rightFirst(kind))),
    ]),
  ),
);
const thresholds = values.thresholds.split(",").map(Number);
console.log(
  `\n${markdownTable(
    ["judge", ...thresholds.flatMap((at) => [`own answers above ${at}`, "of these right, %"])],
    names.map((name) => [
      name,
      ...thresholds.flatMap((at) => {
        const above = natural.filter(({ scores }) => (scores[name] ?? 0) > at);
        const right = above.map((row) => Number(row.right));
        return [String(above.length), above.length === 0 ? "—" : percent(bootstrapMean(right))];
      }),
    ]),
  )}`,
);
