import type { Language } from "../language/language.ts";
import { isEmpty } from "../language/normalise.ts";
import { charactersPerToken } from "../log/cost.ts";
import type { Profile, ScoredPassage, Stage, Tier } from "../log/types.ts";
import { type CallPlan, callModel, mean } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { type CitedStep, composeCarried } from "./cite.ts";
import { isEcho } from "./parse/echo.ts";
import { parseSpan } from "./parse/reading.ts";
import { parseSummary } from "./parse/summary.ts";
import { readEach } from "./reader.ts";
import { surestReading } from "./surest.ts";

export interface Ask {
  stage: Stage;
  node: string;
  tier: Tier;
  question: string;
}

export interface GivenAnswer {
  short: string;
  /** Marks [n] count passages, or steps, from 1. */
  text: string;
  call: string | null;
  /** In [0, 1]. */
  confidence: number | null;
  passage: ScoredPassage | null;
}

/** M(q), from memory. Throws AppError. */
export function answerClosedBook(context: Context, ask: Ask): Steps<GivenAnswer> {
  return written(context, ask, (tier) => context.prompts.answerByHeart(tier, ask.question));
}

/** M(q, Q, A) combines sub-answers; missing ones are passed as unknown. Throws AppError. */
export async function* combineAnswers(
  context: Context,
  ask: Ask,
  steps: readonly CitedStep[],
): Steps<GivenAnswer> {
  const { prompts } = context;
  const found = steps.map(({ answer }) => answer);
  const { profile, ...given } = yield* written(
    context,
    ask,
    (by) => prompts.combine(by, ask.question, steps),
    found,
  );
  if (profile === "instruct" || given.short === "") return given;
  return { ...given, text: composeCarried(context, given.short, steps, []) };
}

/**
 * M(q, P) reads passages, by the encoder's heads if they read for the small tier. Throws AppError.
 */
export async function* answerFromPassages(
  context: Context,
  ask: Ask,
  passages: readonly ScoredPassage[],
): Steps<GivenAnswer> {
  const { reader } = context.ports;
  const { settings } = context;
  if (reader !== null && ask.tier === "small" && settings.reader !== "model") {
    const read = yield* readEach(
      context,
      reader,
      { stage: ask.stage, node: ask.node, use: "read", question: ask.question },
      passages.slice(0, settings.answer.passages),
    );
    const { best, place } = yield* surestReading(context, ask, read);
    const short = best?.reading.span ?? "";
    return {
      short,
      text: short === "" ? "" : `${short} [${place + 1}].`,
      call: null,
      confidence: best?.reading.confidence ?? null,
      passage: best?.passage ?? null,
    };
  }
  const shown = fitting(passages, settings.answer);
  const { profile, ...given } = yield* written(context, ask, (by) =>
    context.prompts.answerFrom(by, ask.question, shown, settings.answer.form),
  );
  const passage = citedPassage(context, given, shown);
  return marked({ ...given, passage }, profile, shown);
}

export function fitting<P extends ScoredPassage>(
  passages: readonly P[],
  { passages: most, maxTokens }: { passages: number; maxTokens: number },
): P[] {
  let room = maxTokens * charactersPerToken;
  return passages.slice(0, most).flatMap((passage) => {
    if (room <= 0) return [];
    const text = passage.text.slice(0, room);
    room -= text.length + passage.title.length;
    return [{ ...passage, text }];
  });
}

async function* written(
  context: Context,
  { stage, node, tier: chosen, question }: Ask,
  prompt: CallPlan["prompt"],
  found: readonly string[] = [],
): Steps<GivenAnswer & { profile: Profile }> {
  const { language } = context;
  const plan: CallPlan = { stage, purpose: "answer", tier: chosen, node, prompt };
  const { id, profile, end, text, asked } = yield* callModel(context, plan);
  const echoes = (value: string) => isEcho(value, asked);
  const output =
    profile === "instruct"
      ? parseSummary(text, { language, question, found, fallback: "", isEcho: echoes })
      : bare(text, language);
  yield* context.parseFailure(id, "answer", output);
  const logprob = mean(end.logprobs);
  return {
    short: isEmpty(output.short) || language.isUnknown(output.short) ? "" : output.short,
    text: output.text,
    call: id,
    profile,
    confidence: logprob === null ? null : Math.exp(logprob),
    passage: null,
  };
}

function bare(output: string, language: Language) {
  const { span, resolution, detail } = parseSpan(output, language);
  return { short: span, text: span === "" ? "" : `${span}.`, resolution, detail };
}

function marked(
  given: GivenAnswer,
  profile: Profile,
  shown: readonly ScoredPassage[],
): GivenAnswer {
  const { short, passage } = given;
  if (profile === "instruct" || short === "" || passage === null) return given;
  const place = shown.findIndex(({ id }) => id === passage.id) + 1;
  return { ...given, text: `${short} [${place}].` };
}

/** The passage of the first mark, else the first that contains the answer. */
function citedPassage(
  { language }: Context,
  { short, text }: GivenAnswer,
  shown: readonly ScoredPassage[],
): ScoredPassage | null {
  const mark = /\[(\d{1,2})\]/u.exec(text);
  const named = mark === null ? undefined : shown[Number(mark[1]) - 1];
  if (named !== undefined) return named;
  if (isEmpty(short)) return null;
  return shown.find(({ text: words }) => language.holdsName(words, short)) ?? null;
}
