/**
 * Stage A: SlimPLM's RJ judges a heuristic answer (§3.2), RA-ISF's M_know the question alone
 * (§3.1).
 */
import { AppError } from "../log/errors.ts";
import type { Stage, Tier } from "../log/types.ts";
import { type CallPlan, callInLog, callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { ChatEnd } from "../runtime/ports.ts";
import { passesOn } from "./memory-proposal.ts";

export interface GateAsk {
  stage: Stage;
  node: string;
  question: string;
}

function heuristicInLog({ trace, settings }: Context, { node }: GateAsk): Heuristic | null {
  if (!passesOn(settings, "answer")) return null;
  const call = callInLog(trace, { purpose: "proxy", node });
  if (call === null) return null;
  const { meanLogprob, usage } = call.end;
  const isTold = call.profile === "trained" && meanLogprob !== null;
  const logprob = isTold ? meanLogprob * (usage.generatedTokens ?? 0) : null;
  return { text: bareHeuristic(call.text), logprob };
}

export interface GateResult {
  known: boolean;
  /** "" if the model wrote nothing; null if it was not asked. */
  heuristic: string | null;
}

/** Without a gate nothing is known. Throws AppError. */
export async function* askGate(context: Context, ask: GateAsk): Steps<GateResult> {
  const { kind } = context.settings.gate;
  if (kind === "judge") {
    const { text, logprob } =
      heuristicInLog(context, ask) ?? (yield* heuristicAnswer(context, ask));
    return { known: yield* judgeAnswer(context, ask, text, logprob), heuristic: text };
  }
  if (kind === "self-knowledge") {
    const known = yield* byModel(context, ask, {
      kind,
      answer: "",
      prompt: (tier) => context.prompts.know(tier, ask.question),
    });
    return { known, heuristic: null };
  }
  return { known: false, heuristic: null };
}

interface Heuristic {
  text: string;
  /** ln P by the trained small model; null if not reported, or if another model wrote it. */
  logprob: number | null;
}

/** SlimPLM's â = Proxy(x). */
export async function* heuristicAnswer(context: Context, ask: GateAsk): Steps<Heuristic> {
  const { by } = context.settings.gate;
  const { text, end, profile } = yield* callModel(context, {
    stage: ask.stage,
    purpose: "proxy",
    tier: by,
    node: ask.node,
    prompt: (tier) => context.prompts.proxy(tier, ask.question),
  });
  const logprob = profile === "trained" ? logprobOf(end) : null;
  return { text: bareHeuristic(text), logprob };
}

function bareHeuristic(text: string): string {
  return text.replace(/^\s*answer:\s*/iu, "").trim();
}

/** Null for a recorded call, which has only a mean over all tokens. */
function logprobOf({ logprobs, tokens }: ChatEnd): number | null {
  if (logprobs === null || tokens === undefined) return null;
  return logprobs.reduce((sum, one) => sum + one, 0);
}

/** RJ(x, â) judges an answer, or a claim and its query. */
export async function* judgeAnswer(
  context: Context,
  ask: GateAsk,
  answer: string,
  logprob: number | null,
): Steps<boolean> {
  const { judge } = context.settings.gate;
  if (judge === "encoder" && context.ports.reader !== null) {
    return yield* byEncoder(context, ask, answer, logprob);
  }
  const prompt = (tier: Tier) => context.prompts.judge(tier, ask.question, answer);
  return yield* byModel(context, ask, { kind: "judge", answer, prompt });
}

/** An empty answer is not known. */
async function* byEncoder(
  context: Context,
  ask: GateAsk,
  answer: string,
  logprob: number | null,
): Steps<boolean> {
  const { reader } = context.ports;
  if (reader === null) throw new AppError("model-not-loaded");
  context.throwIfStopped();
  const { threshold } = context.settings.gate;
  const gate = await context.eventOf({ type: "gate", node: ask.node }, async () => {
    const startedMs = context.ports.clock.nowMs();
    const score =
      answer === "" ? 0 : await reader.known(ask.question, answer, context.signal, logprob);
    return {
      type: "gate",
      stage: ask.stage,
      node: ask.node,
      kind: "judge",
      by: "encoder",
      call: null,
      question: ask.question,
      answer,
      score,
      threshold,
      known: score > threshold,
      totalMs: context.ports.clock.nowMs() - startedMs,
    };
  });
  yield gate;
  return gate.known;
}

/** An output that is neither yes nor no counts as unknown. */
async function* byModel(
  context: Context,
  ask: GateAsk,
  {
    kind,
    answer,
    prompt,
  }: { kind: "judge" | "self-knowledge"; answer: string; prompt: CallPlan["prompt"] },
): Steps<boolean> {
  const { by, threshold } = context.settings.gate;
  const { id, end, text } = yield* callModel(context, {
    stage: ask.stage,
    purpose: "judge",
    tier: by,
    node: ask.node,
    prompt,
  });
  const verdict = context.language.saysYes(text);
  if (verdict === null) {
    const detail = "neither yes nor no; taken as unknown";
    yield* context.parseFailure(id, "verdict", { resolution: "fell-back", detail });
  }
  const probability = verdict === null ? null : (end.choiceProbabilities?.["yes"] ?? null);
  const known = probability === null ? verdict === true : probability > threshold;
  const gate = context.event({
    type: "gate",
    stage: ask.stage,
    node: ask.node,
    kind,
    by: "model",
    call: id,
    question: ask.question,
    answer,
    score: probability,
    threshold,
    known,
    totalMs: 0,
  });
  yield gate;
  return gate.known;
}
