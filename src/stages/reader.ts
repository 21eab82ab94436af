import type { RunEventOf } from "../log/events.ts";
import type { Passage, Stage } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { PassageReader, PassageReading } from "../runtime/ports.ts";
import { passesOn } from "./memory-proposal.ts";

export interface ReadPassage<P extends Passage = Passage> {
  passage: P;
  reading: PassageReading;
}

/**
 * score = (1 − share) · P(relevant) + share / rank. The head saturates; the retriever can still
 * separate passages then.
 */
const retrieverShare = 0.1;

export function readableText({ title, text }: Passage): string {
  return title === "" ? text : `${title}: ${text}`;
}

export function encoderReads({ settings, ports }: Context): boolean {
  return settings.solve === "small" && settings.reader !== "model" && ports.reader !== null;
}

export interface AskReader {
  stage: Stage;
  /** Null for the run's question. */
  node: string | null;
  use: "read" | "rank" | "filter";
  question: string;
}

export interface Choice {
  keep<P extends Passage>(read: readonly ReadPassage<P>[]): readonly ReadPassage<P>[];
  /** True if no unread passage can be chosen; if absent, all are read. */
  isSettled?(read: readonly ReadPassage[]): boolean;
}

const everything: Choice = { keep: (all) => all };

/**
 * Reads each passage alone, reusing the run's readings of this question; stops once settled. Throws
 * AppError.
 */
export async function* readEach<P extends Passage>(
  context: Context,
  reader: PassageReader,
  ask: AskReader,
  passages: readonly P[],
  choice: Choice = everything,
): Steps<readonly ReadPassage<P>[]> {
  const before = context.recorded("reading");
  if (before !== null) {
    yield context.event(before);
    return recordedReadings(before, passages);
  }
  const question = context.language.withNamesOf(passages)(ask.question);
  const all: ReadPassage<P>[] = [];
  let [remembered, totalMs] = [0, 0];
  for (const round of roundsOf(passages, choice)) {
    const read = await timedRead(context, reader, question, round.map(readableText));
    remembered += read.remembered;
    totalMs += read.totalMs;
    for (const [index, passage] of round.entries()) {
      const reading = read.said[index];
      if (reading !== undefined) all.push({ passage, reading });
    }
    if (choice.isSettled?.(all) === true) break;
  }
  const retained = choice.keep(all);
  const { settings } = context;
  const isChosenFrom =
    ask.use === "read" && (settings.reader === "both" || passesOn(settings, "answer"));
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

/**
 * Rounds of one, two, four and eight, as each may settle the choice. A GPU, which takes eight,
 * wastes some, but a run must not depend on the device.
 */
function roundsOf<P>(passages: readonly P[], { isSettled }: Choice): (readonly P[])[] {
  if (isSettled === undefined) return [passages];
  const rounds: (readonly P[])[] = [];
  for (let at = 0; at < passages.length; at = 2 * at + 1) {
    rounds.push(passages.slice(at, 2 * at + 1));
  }
  return rounds;
}

/** The log has no positions of spans. */
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
  /** In text order. */
  said: readonly PassageReading[];
  /** How many the run had read before. */
  remembered: number;
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

/** Above any P(relevant): the highest of 29,000 readings was 0.962. */
const mostRelevance = 0.97;

function scoreOf(relevance: number, rank: number): number {
  return (1 - retrieverShare) * relevance + retrieverShare / rank;
}

/** Settled once even the most relevant next passage would rank behind these. */
export function mostRelevant(k: number): Choice {
  const ranked = <P extends Passage>(read: readonly ReadPassage<P>[]) =>
    read
      .map((one, index) => ({ one, score: scoreOf(one.reading.relevance, index + 1) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, k);
  return {
    keep: (read) => ranked(read).map(({ one }) => one),
    isSettled(read) {
      const last = ranked(read)[k - 1];
      return last !== undefined && last.score >= scoreOf(mostRelevance, read.length + 1);
    },
  };
}

/** The surest answer; null if there is none. `weightOf` takes a passage's id. */
export function bestAnswer<P extends Passage>(
  read: readonly ReadPassage<P>[],
  weightOf: (passage: string) => number = () => 1,
): ReadPassage<P> | null {
  return answersInOrder(read, weightOf)[0]?.read ?? null;
}

/** Best first, with their worth in [0, 1]. */
export function answersInOrder<P extends Passage>(
  read: readonly ReadPassage<P>[],
  weightOf: (passage: string) => number,
): { read: ReadPassage<P>; worth: number }[] {
  return read
    .filter(({ reading }) => reading.kind !== "none")
    .map((one) => {
      const { confidence, noAnswer } = one.reading;
      return { read: one, worth: confidence * (1 - noAnswer) * weightOf(one.passage.id) };
    })
    .sort((a, b) => b.worth - a.worth);
}
