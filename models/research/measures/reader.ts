/**
 * Reading a passage that has the answer: the encoder, both readers, and the language model alone.
 * EM and F1 with 95 % intervals, and costs.
 *
 *   npm run bench -- reader [--data FOLDER] [--limit N] [--alone] [--small ID|FOLDER] [--encoder ID|FOLDER] [--threads N]
 *
 * SQuAD: the five articles not used for training, answerable questions. HotpotQA: dev questions
 * over their gold sentences. An answer is known to exist, so "none" is not allowed. --alone also
 * lets the language model write freely, on every passage.
 */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { bootstrapMean, percent } from "../../../src/evaluation/statistics/interval.ts";
import { english } from "../../../src/language/english/english.ts";
import type { Passage } from "../../../src/log/types.ts";
import { skillPrompts } from "../../../src/methods/coop-llm/skills.ts";
import { exactMatch, tokenF1 } from "../../../src/metrics/score.ts";
import { loadEncoder, loadSmall } from "../../../src/node/node-ports.ts";
import { factbookWords } from "../../../src/retrieval/libraries/factbook/words.ts";
import type { ChatEnd, ChatModel, PassageReader, SpanGuess } from "../../../src/runtime/ports.ts";
import { readableText } from "../../../src/stages/reader.ts";
import { ambiguousSpans, combineVotes } from "../../../src/stages/span-reranker.ts";
import { readLines, trainHalfOfSquad } from "../data/sources.ts";

const language = english(factbookWords);
const never = new AbortController().signal;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    limit: { type: "string" },
    alone: { type: "boolean", default: false },
    small: { type: "string" },
    encoder: { type: "string" },
    threads: { type: "string", default: "2" },
  },
});

const row = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  article: z.optional(z.string()),
  context: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
});

interface Asked {
  question: string;
  golds: readonly string[];
  passage: Passage;
}

/** All paragraphs of a row as one passage, one line each with its title. */
function passageOf({ context }: z.infer<typeof row>): Passage {
  const text = context
    .map(({ title, sentences }) => {
      const words = sentences.join(" ").replace(/\s+/gu, " ").trim();
      return readableText({ id: "", title: title.replaceAll("_", " ").trim(), text: words });
    })
    .join("\n");
  return { id: "0", title: "", text };
}

async function askedOf(name: string): Promise<Asked[]> {
  const rows = (await readLines(values.data, name)).map((line) => row.parse(JSON.parse(line)));
  const open = rows.filter((one) => one.article === undefined || !trainHalfOfSquad(one));
  return open
    .filter(({ answers }) => answers.length > 0)
    .slice(0, values.limit === undefined ? undefined : Number(values.limit))
    .map((one) => ({ question: one.question, golds: one.answers, passage: passageOf(one) }));
}

interface Said {
  text: string;
  seconds: number;
  asked: boolean;
  likely: ChatEnd["choiceProbabilities"];
}

interface Row {
  golds: readonly string[];
  encoder: Said;
  both: Said;
  model: Said | null;
}

async function readBy(asked: Asked, reader: PassageReader, small: ChatModel): Promise<Row> {
  const { question, golds, passage } = asked;
  const [reading, seconds] = await timed(() =>
    reader.read(question, [readableText(passage)], never),
  );
  const [first] = reading;
  if (first === undefined) throw new Error("No reading.");
  const likeliest = first.spans[0]?.text ?? "";
  const encoder = {
    text: first.kind === "yes" || first.kind === "no" ? first.kind : likeliest,
    seconds,
    asked: true,
    likely: null,
  };
  const spans = encoder.text === likeliest ? ambiguousSpans(first.spans) : null;
  const options = (spans ?? []).map(({ text }) => text);
  const again = spans === null ? null : await write(small, asked, options);
  const both = {
    text: again === null ? encoder.text : standing(first.spans, again),
    seconds: seconds + (again?.seconds ?? 0),
    asked: again !== null,
    likely: null,
  };
  return { golds, encoder, both, model: values.alone ? await write(small, asked, null) : null };
}

function standing(spans: readonly SpanGuess[], { text, likely }: Said): string {
  return combineVotes(spans, text, likely, language).stands?.text ?? "";
}

const prompts = skillPrompts(language);

/** The language model, constrained to the options or to the passage's words. */
async function write(
  small: ChatModel,
  { question, passage }: Asked,
  options: readonly string[] | null,
): Promise<Said> {
  const prompt =
    options === null
      ? prompts.read("small", question, [passage], { history: [], digest: null })
      : prompts.readAgain(question, passage, options);
  const request = { ...prompt, temperature: 0, purpose: "read" } as const;
  const [end, seconds] = await timed(() => endOf(small.generate(request, never)));
  return { text: end.text.trim(), seconds, asked: true, likely: end.choiceProbabilities };
}

async function endOf(parts: AsyncIterable<{ type: "delta" } | ChatEnd>): Promise<ChatEnd> {
  for await (const part of parts) if (part.type === "end") return part;
  throw new Error("The model's words have no end.");
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
}

function lines(name: string, rows: readonly Row[]): string[][] {
  const ways = [
    ["encoder", ({ encoder }: Row) => encoder],
    ["both", ({ both }: Row) => both],
    ["language model", ({ model }: Row) => model],
  ] as const;
  return ways.flatMap(([way, said]) => {
    const all = rows.flatMap((row) => {
      const read = said(row);
      return read === null ? [] : [{ ...read, golds: row.golds }];
    });
    if (all.length === 0) return [];
    const mean = (score: (one: Said & Pick<Row, "golds">) => number) =>
      bootstrapMean(all.map(score));
    const asked = all.filter((one) => one.asked).length / all.length;
    return [
      [
        name,
        way,
        String(all.length),
        percent(mean(({ text, golds }) => exactMatch(text, golds))),
        percent(mean(({ text, golds }) => tokenF1(text, golds))),
        way === "encoder" ? "0" : (100 * asked).toFixed(0),
        mean(({ seconds }) => seconds).mean.toFixed(2),
      ],
    ];
  });
}

const threads = Number(values.threads);
const which = values.small === undefined ? {} : { id: values.small };
const small = await loadSmall({ threads, ...which }, never);
const encoder = await loadEncoder(threads, values.encoder);
const { reader } = encoder;
if (reader === null) throw new Error("This encoder has no heads.");
const table: string[][] = [];
for (const [name, file] of [
  ["SQuAD, five articles", "squad/dev"],
  ["HotpotQA, gold sentences", "hotpotqa/dev_gold"],
] as const) {
  const rows: Row[] = [];
  for (const asked of await askedOf(file)) {
    rows.push(await readBy(asked, reader, small));
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${rows.length} `);
  }
  table.push(...lines(name, rows));
}
await encoder.dispose();
await small.unload();
console.log(
  markdownTable(
    ["questions", "read by", "n", "EM, %", "F1, %", "language model asked, %", "seconds each"],
    table,
  ),
);
