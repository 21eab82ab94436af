/** The real reader's answers to questions with known gold. */
import * as z from "zod/mini";
import { readJsonLines } from "../../../e2e/bench/rows.ts";
import { english } from "../../../src/language/english/english.ts";
import { normalise } from "../../../src/language/normalise.ts";
import { AppError } from "../../../src/log/errors.ts";
import { type Passage, question } from "../../../src/log/types.ts";
import { defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import { coopPrompts } from "../../../src/methods/coop-llm/prompts.ts";
import type { FactbookQuestion } from "../../../src/retrieval/libraries/factbook/questions.ts";
import { factbookWords } from "../../../src/retrieval/libraries/factbook/words.ts";
import { mean } from "../../../src/runtime/call.ts";
import type {
  ChatEnd,
  ChatModel,
  PassageReader,
  Retriever,
  StopSignal,
} from "../../../src/runtime/ports.ts";
import { parseSpan } from "../../../src/stages/parse/reading.ts";
import { bestAnswer, readableText } from "../../../src/stages/reader.ts";
import { type Reading, spanIsRight } from "../calibration/theta.ts";

export interface Asked {
  query: string;
  golds: readonly string[];
  passages: readonly Passage[];
  passageRight: boolean | null;
}

/**
 * The distinct sub-questions of some Factbook questions, with what the default settings retrieve.
 */
export async function factbookAsked(
  questions: readonly FactbookQuestion[],
  retriever: Retriever,
  signal: StopSignal,
): Promise<Asked[]> {
  const asked = new Map<string, Asked>();
  for (const { decomposition, supporting, answers } of questions) {
    for (const [index, step] of decomposition.entries()) {
      if (asked.has(step.question)) continue;
      const query = { ...defaultSettings.retrieval, text: step.question };
      const { passages } = await retriever.retrieve(query, signal);
      const wanted = supporting[index]?.id;
      asked.set(step.question, {
        query: step.question,
        // The question's aliases are those of the step that gives its answer.
        golds: answers.includes(step.answer) ? answers : [step.answer],
        passages,
        passageRight: passages.some(({ id }) => id === wanted),
      });
    }
  }
  return [...asked.values()];
}

const hotpotRow = z.extend(question, {
  supporting: z.array(z.object({ title: z.string() })),
  context: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
});

/**
 * HotpotQA questions whose answer is in exactly one gold paragraph, asked whole over that
 * paragraph.
 */
function hotpotAsked(rows: readonly z.infer<typeof hotpotRow>[]): Asked[] {
  return rows.flatMap(({ id, question: query, answers, supporting, context }) => {
    const titles = new Set(supporting.map(({ title }) => title));
    const holding = context
      .filter(({ title }) => titles.has(title))
      .map(({ title, sentences }) => ({ id, title, text: sentences.join(" ") }))
      .filter((passage) => answers.some((answer) => holds(passage.text, answer)));
    return holding.length === 1
      ? [{ query, golds: answers, passages: holding, passageRight: true }]
      : [];
  });
}

/** A row of `encoder-read-dev.jsonl`: one passage, with its answers or none. */
const readRow = z.object({
  question: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(["span", "yes", "no", "none"]),
  answers: z.array(z.object({ text: z.string() })),
});

/** One passage each; without an answer every span is wrong. `kind` holds yes and no. */
function trainingAsked(rows: readonly z.infer<typeof readRow>[]): Asked[] {
  return rows.map(({ question: query, title, text, kind, answers }, index) => ({
    query,
    golds: kind === "yes" || kind === "no" ? [kind] : answers.map((answer) => answer.text),
    passages: [{ id: String(index), title, text }],
    passageRight: kind !== "none",
  }));
}

export async function askedOfFile(path: string): Promise<Asked[]> {
  const values = await readJsonLines(path);
  return readRow.safeParse(values[0]).success
    ? trainingAsked(values.map((value) => readRow.parse(value)))
    : hotpotAsked(values.map((value) => hotpotRow.parse(value)));
}

function holds(text: string, answer: string): boolean {
  const clean = normalise(answer);
  return clean !== "" && ` ${normalise(text)} `.includes(` ${clean} `);
}

export async function readByEncoder(
  reader: PassageReader,
  { query, golds, passages, passageRight }: Asked,
  signal: StopSignal,
): Promise<Reading> {
  const said = await reader.read(query, passages.map(readableText), signal);
  const best = bestAnswer(
    passages.flatMap((passage, index) => {
      const reading = said[index];
      return reading === undefined ? [] : [{ passage, reading }];
    }),
  );
  const span = best?.reading.span ?? "";
  const confidence = best?.reading.confidence ?? Math.min(...said.map((one) => one.confidence));
  return { query, span, confidence, right: spanIsRight(span, golds), passageRight };
}

/** The small language model as the reader, as in the solve stage but without remembered steps. */
export async function readByModel(
  model: ChatModel,
  { query, golds, passages, passageRight }: Asked,
  signal: StopSignal,
): Promise<Reading> {
  const language = english(factbookWords);
  const prompt = coopPrompts(language).read("small", query, passages, {
    history: [],
    digest: null,
  });
  const request = { ...prompt, temperature: 0, purpose: "read" } as const;
  const { text, logprobs } = await endOf(model.generate(request, signal));
  const { span } = parseSpan((prompt.assistantPrefix ?? "") + text, language);
  const logprob = mean(logprobs);
  if (logprob === null) throw new AppError("internal", { message: "no log-probabilities" });
  const right = spanIsRight(span, golds);
  return { query, span, confidence: Math.exp(logprob), right, passageRight };
}

async function endOf(parts: AsyncIterable<{ type: "delta" } | ChatEnd>): Promise<ChatEnd> {
  for await (const part of parts) if (part.type === "end") return part;
  throw new AppError("generation-failed", { cause: "no end" });
}
