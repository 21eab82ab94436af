/** Stage F: RA-ISF's M_rel (§3.2 and Appendix G). */

import type { ScoredPassage, Stage, Tier } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { readEach } from "./reader.ts";

interface FilterAsk {
  stage: Stage;
  node: string;
  question: string;
}

interface Judged {
  passageId: string;
  relevant: boolean;
  score: number | null;
}

/**
 * Keeps the order. Returns all passages if the filter is off, none for the tool `none`. Throws
 * AppError.
 */
export async function* filterPassages(
  context: Context,
  ask: FilterAsk,
  passages: readonly ScoredPassage[],
): Steps<ScoredPassage[]> {
  const { kind, by, threshold } = context.settings.filter;
  if (kind === "none") return [];
  if (kind === "off" || passages.length === 0) return [...passages];
  const judged = yield* judge(context, ask, passages);
  const filtered = context.event({
    type: "filter",
    node: ask.node,
    form: kind,
    by: byEncoder(context) ? "encoder" : "model",
    threshold: by === "encoder" || kind === "per-passage" ? threshold : 1,
    judged,
  });
  yield filtered;
  const relevant = new Set(
    filtered.judged.filter((one) => one.relevant).map(({ passageId }) => passageId),
  );
  return passages.filter(({ id }) => relevant.has(id));
}

/** As many as in Appendix G. */
const passagesTogether = 5;

function byEncoder({ settings, ports }: Context): boolean {
  return settings.filter.by === "encoder" && ports.reader !== null;
}

async function* judge(
  context: Context,
  ask: FilterAsk,
  passages: readonly ScoredPassage[],
): Steps<Judged[]> {
  const { kind, by, threshold } = context.settings.filter;
  const { reader } = context.ports;
  if (byEncoder(context) && reader !== null) {
    const read = yield* readEach(context, reader, { ...ask, use: "filter" }, passages);
    return read.map(({ passage, reading }) => ({
      passageId: passage.id,
      relevant: reading.relevance >= threshold,
      score: reading.relevance,
    }));
  }
  const tier: Tier = by === "large" ? "large" : "small";
  const judged: Judged[] = [];
  if (kind === "batch") {
    for (let from = 0; from < passages.length; from += passagesTogether) {
      const five = passages.slice(from, from + passagesTogether);
      judged.push(...(yield* judgeTogether(context, ask, tier, five)));
    }
    return judged;
  }
  for (const passage of passages) judged.push(yield* judgeOne(context, ask, tier, passage));
  return judged;
}

/** Neither yes nor no counts as irrelevant, as in the released code. */
async function* judgeOne(
  context: Context,
  ask: FilterAsk,
  tier: Tier,
  passage: ScoredPassage,
): Steps<Judged> {
  const { id, end, text } = yield* callModel(context, {
    stage: ask.stage,
    purpose: "relevance",
    tier,
    node: ask.node,
    prompt: (by) => context.prompts.relevant(by, ask.question, passage),
  });
  const verdict = context.language.saysYes(text);
  if (verdict === null) {
    const detail = "neither yes nor no; taken as irrelevant";
    yield* context.parseFailure(id, "verdict", { resolution: "fell-back", detail });
  }
  const score = verdict === null ? null : (end.choiceProbabilities?.["yes"] ?? null);
  const { threshold } = context.settings.filter;
  const relevant = score === null ? verdict === true : score >= threshold;
  return { passageId: passage.id, relevant, score };
}

async function* judgeTogether(
  context: Context,
  ask: FilterAsk,
  tier: Tier,
  passages: readonly ScoredPassage[],
): Steps<Judged[]> {
  const { id, text } = yield* callModel(context, {
    stage: ask.stage,
    purpose: "relevance",
    tier,
    node: ask.node,
    prompt: (by) => context.prompts.relevantOf(by, ask.question, passages),
  });
  const numbers = context.language.numbersNamed(text, passages.length);
  if (numbers === null) {
    const detail = "no numbers and no none; all irrelevant";
    yield* context.parseFailure(id, "verdict", { resolution: "fell-back", detail });
  }
  return passages.map((passage, index) => ({
    passageId: passage.id,
    relevant: numbers?.includes(index + 1) ?? false,
    score: null,
  }));
}
