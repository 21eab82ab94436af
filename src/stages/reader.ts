/** The encoder's heads at work: what they say of passages, and which of those are kept. */

import type { RunEventOf } from "../log/events.ts";
import type { Passage, Stage } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { PassageReader, PassageReading } from "../runtime/ports.ts";

/** A passage with what the encoder said of it. */
export interface ReadPassage<P extends Passage = Passage> {
  passage: P;
  reading: PassageReading;
}

/**
 * How the retriever's order counts beside the relevance head's, in [0, 1]: score =
 * (1 − share) · P(relevant) + share / rank. The head saturates, and where it does not
 * tell passages apart the retriever still can.
 */
const retrieverShare = 0.1;

/** The text a reader gets of a passage, in training as in use. */
export function readableText({ title, text }: Passage): string {
  return title === "" ? text : `${title}: ${text}`;
}

/** Whether the encoder, rather than the language model, reads a hop's passages. */
export function encoderReads({ settings, ports }: Context): boolean {
  return settings.solve === "small" && settings.reader !== "model" && ports.reader !== null;
}

export interface AskReader {
  stage: Stage;
  /** The node whose query `question` is; null for the question of the run. */
  node: string | null;
  use: "read" | "rank" | "filter";
  question: string;
}

/**
 * Reads the passages, each by itself, and logs it; what the run has read for this question
 * before is not read again. Returns those that `keep` picks from them, best first: by default
 * all, in their order. Throws AppError.
 */
export async function* readEach<P extends Passage>(
  context: Context,
  reader: PassageReader,
  ask: AskReader,
  passages: readonly P[],
  keep: (all: readonly ReadPassage<P>[]) => readonly ReadPassage<P>[] = (all) => all,
): Steps<readonly ReadPassage<P>[]> {
  const before = context.recorded("reading");
  if (before !== null) {
    yield context.event(before);
    return recordedReadings(before, passages);
  }
  const question = context.language.withNamesOf(passages)(ask.question);
  const texts = passages.map(readableText);
  const { said, remembered, totalMs } = await timedRead(context, reader, question, texts);
  const all = passages.flatMap((passage, index) => {
    const reading = said[index];
    return reading === undefined ? [] : [{ passage, reading }];
  });
  const retained = keep(all);
  const isChosenFrom = ask.use === "read" && context.settings.reader === "both";
  yield context.event({
    type: "reading",
    ...ask,
    question,
    by: "encoder",
    readings: all.map(({ passage, reading }) => {
      const { kind, span, confidence, noAnswer, relevance, spans } = reading;
      const said = { passageId: passage.id, kind, span, confidence, noAnswer, relevance };
      return isChosenFrom && retained.some((one) => one.passage === passage)
        ? { ...said, spans: [...spans] }
        : said;
    }),
    kept: retained.map(({ passage }) => passage.id),
    tokens: all.reduce((sum, { reading }) => sum + reading.tokens, 0),
    totalMs,
    ...(remembered === 0 ? {} : { remembered }),
  });
  return retained;
}

/** As the log has it: those that were kept, in their order. Where a span stood in its text it does not tell. */
function recordedReadings<P extends Passage>(
  { readings, kept }: RunEventOf<"reading">,
  passages: readonly P[],
): ReadPassage<P>[] {
  return kept.flatMap((id) => {
    const passage = passages.find((one) => one.id === id);
    const reading = readings.find(({ passageId }) => passageId === id);
    if (passage === undefined || reading === undefined) return [];
    return [
      { passage, reading: { ...reading, spans: reading.spans ?? [], start: null, tokens: 0 } },
    ];
  });
}

interface Readings {
  /** In the order of the texts. */
  said: readonly PassageReading[];
  /** How many of them the run had read before. */
  remembered: number;
  /** For those that were read now. */
  totalMs: number;
}

/** Throws AppError. */
export async function timedRead(
  context: Context,
  reader: PassageReader,
  question: string,
  texts: readonly string[],
): Promise<Readings> {
  context.throwIfStopped();
  const memory = context.readingsOf(question);
  const fresh = [...new Set(texts)].filter((text) => !memory.has(text));
  const remembered = texts.filter((text) => memory.has(text)).length;
  const startedMs = context.ports.clock.nowMs();
  const read = fresh.length === 0 ? [] : await reader.read(question, fresh, context.signal);
  const totalMs = fresh.length === 0 ? 0 : context.ports.clock.nowMs() - startedMs;
  for (const [index, text] of fresh.entries()) {
    const reading = read[index];
    if (reading !== undefined) memory.set(text, reading);
  }
  return { said: texts.flatMap((text) => memory.get(text) ?? []), remembered, totalMs };
}

/** The `k` most relevant, best first; `all` is in the retriever's order. */
export function mostRelevant<P extends Passage>(
  all: readonly ReadPassage<P>[],
  k: number,
): ReadPassage<P>[] {
  const score = ({ reading }: ReadPassage<P>, index: number) =>
    (1 - retrieverShare) * reading.relevance + retrieverShare / (index + 1);
  return all
    .map((one, index) => ({ one, score: score(one, index) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map(({ one }) => one);
}

/**
 * The reading that counts when several passages were read: the surest answer. Null when
 * none of them answers.
 */
export function bestAnswer<P extends Passage>(
  read: readonly ReadPassage<P>[],
): ReadPassage<P> | null {
  const worth = ({ reading }: ReadPassage<P>) => reading.confidence * (1 - reading.noAnswer);
  const answers = read.filter(({ reading }) => reading.kind !== "none");
  return answers.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}
