/** A call is logged as start, deltas, then end or error. */
import type { Trace } from "../folds/trace.ts";
import { costOfCall, isUnsent } from "../log/cost.ts";
import { AppError, toAppError } from "../log/errors.ts";
import type { RunEvent, RunEventOf } from "../log/events.ts";
import type {
  ChatMessage,
  ModelRef,
  Money,
  Profile,
  Purpose,
  Stage,
  Tier,
  Usage,
  Withheld,
} from "../log/types.ts";
import type { Context, Steps } from "./context.ts";
import { readableOutput } from "./output.ts";
import type { ChatEnd, ChatModel, ChatRequest } from "./ports.ts";
import { profileOf } from "./profile.ts";
import type { Prompt } from "./prompt-template.ts";
import { editedPrompt } from "./prompt-template.ts";

export interface CallPlan {
  stage: Stage;
  purpose: Purpose;
  tier: Tier;
  node: string | null;
  /** The tier that is asked may differ from the chosen one. */
  prompt: (tier: Tier) => Prompt;
  /** Gets each piece as it is written; not in a replay. */
  onText?: (piece: string) => void;
}

interface CallAssignment {
  tier: Tier;
  model: ChatModel;
  prompt: Prompt;
  /** Why the chosen model may not see it; null if it may. */
  withheld: Withheld | null;
}

export interface CallResult {
  id: string;
  tier: Tier;
  /** Its prompts were used; it decides the output's format. */
  profile: Profile;
  /**
   * `fixed` words are in every call of this kind (chat models only: other models' fixed words may
   * be the answer), `own` words are specific to this call.
   */
  asked: { fixed: string; own: string };
  end: ChatEnd;
  /** The output without thinking, after the line that the prompt had begun. */
  text: string;
}

const unknownUsage: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };

/** Throws AppError after logging it; `stopped` if aborted. */
export async function* callModel(context: Context, plan: CallPlan): Steps<CallResult> {
  context.throwIfStopped();
  if (context.isReplaying) return yield* recordedCall(context, plan);
  const doing = assignModel(context, plan);
  const { model, prompt } = doing;
  const id = context.nextCallId();
  context.privacy.vouchFor(id, prompt);
  yield startEvent(context, id, plan, doing);
  const startedMs = context.ports.clock.nowMs();
  let streamed = "";
  let end: ChatEnd | null = null;
  try {
    for await (const part of model.generate(requestOf(plan, prompt), context.signal)) {
      if (part.type === "end") end = part;
      else {
        streamed += part.text;
        plan.onText?.(part.text);
        yield context.event({ type: "call-delta", call: id, text: part.text });
      }
    }
    if (end === null) throw new AppError("generation-failed", { reason: "no end" });
  } catch (thrown) {
    yield errorEvent(context, id, model.ref, prompt, streamed, toAppError(thrown), startedMs);
    throw thrown;
  }
  yield endEvent(context, id, model.ref, prompt, end);
  if (end.finish === "stopped") throw new AppError("stopped");
  const text = shownText(prompt.assistantPrefix, end.text);
  const profile = profileOf(model.ref);
  // Only a chat model's examples are made up; other fixed words may be the answer.
  const fixed = profile === "instruct" ? prompt.fixedPrefixMessages : 0;
  const asked = askedIn(prompt.messages, fixed);
  return { id, tier: doing.tier, profile, asked, end, text };
}

function askedIn(messages: readonly ChatMessage[], fixed: number): CallResult["asked"] {
  const joined = (some: readonly ChatMessage[]) => some.map(({ content }) => content).join("\n");
  return { fixed: joined(messages.slice(0, fixed)), own: joined(messages.slice(fixed)) };
}

/**
 * The small model answers if privacy keeps the prompt from the chosen one. Throws
 * `privacy-withheld` if neither may see it.
 */
function assignModel(context: Context, plan: CallPlan): CallAssignment {
  const chosen = doneBy(context, plan, plan.tier);
  const { destination } = chosen.model.ref;
  const reason = context.privacy.withholdsPrompt(chosen.prompt, destination);
  if (reason === null) return chosen;
  const instead = doneBy(context, plan, "small");
  const there = instead.model.ref.destination;
  if (context.privacy.withholdsPrompt(instead.prompt, there) !== null) {
    throw new AppError("privacy-withheld", { destination: there, reason });
  }
  return { ...instead, withheld: { destination, reason } };
}

/** Known in advance, so that the page never names a model that privacy excludes. */
export function callTier(context: Context, plan: CallPlan): Tier {
  const { model, prompt } = doneBy(context, plan, plan.tier);
  const withheld = context.privacy.withholdsPrompt(prompt, model.ref.destination);
  return withheld === null ? plan.tier : "small";
}

/** Single calls that stay on the device report it themselves. */
export function stageTier({ ports, privacy }: Context, tier: Tier): Tier {
  const there = tier === "large" ? ports.large?.ref.destination : undefined;
  return there !== undefined && privacy.withholdsAll(there) ? "small" : tier;
}

function doneBy(context: Context, plan: CallPlan, tier: Tier): CallAssignment {
  const prompt = editedPrompt(plan.prompt(tier), context.settings.prompts);
  return { tier, model: context.model(tier), prompt, withheld: null };
}

/** Reasoning models begin with a `<think>` block. */
export function withoutThinking(output: string): string {
  return output.replace(/^\s*<think>(?:.*?<\/think>\s*|.*$)/su, "");
}

function shownText(assistantPrefix: string | undefined, output: string): string {
  const begun = (assistantPrefix ?? "").split("\n").at(-1) ?? "";
  return begun + readableOutput(withoutThinking(output));
}

export interface LoggedCall extends Pick<CallResult, "id" | "profile" | "asked" | "text"> {
  end: RunEventOf<"call-end">;
}

export function callInLog(
  { calls }: Trace,
  { purpose, node }: Pick<CallPlan, "purpose" | "node">,
): LoggedCall | null {
  for (const { id, start, end } of calls.values()) {
    if (start.purpose !== purpose || start.node !== node || end?.finish !== "stop") continue;
    const text = shownText(start.assistantPrefix, end.output);
    const asked = askedIn(start.messages, 0);
    return { id, profile: profileOf(start.model), asked, end, text };
  }
  return null;
}

/**
 * The log holds a call's mean probability, token probabilities only on request, and none for
 * choices, whose result is in the next event.
 */
async function* recordedCall(context: Context, plan: CallPlan): Steps<CallResult> {
  const id = context.nextCallId();
  const start = context.recorded("call-start");
  if (start?.call !== id || start.purpose !== plan.purpose || start.node !== plan.node) {
    throw new AppError("run-not-repeatable");
  }
  yield context.pass(start);
  for (let delta = context.recorded("call-delta"); delta !== null; ) {
    yield context.pass(delta);
    delta = context.recorded("call-delta");
  }
  const recorded = context.recorded("call-end");
  if (recorded === null) throw new AppError("run-not-repeatable");
  yield context.pass(recorded);
  const { output, meanLogprob, odds, finish, usage, reported, constrained } = recorded;
  const { bytesSent, bytesReceived, queueMs, firstTokenMs, totalMs } = recorded;
  const end: ChatEnd = {
    type: "end",
    text: output,
    logprobs: odds?.logprobs ?? (meanLogprob === null ? null : [meanLogprob]),
    ...(odds?.tokens === undefined ? {} : { tokens: odds.tokens }),
    choiceProbabilities: null,
    ...{ finish, usage, constrained, ...(reported === undefined ? {} : { reported }) },
    ...{ bytesSent, bytesReceived, queueMs, firstTokenMs, totalMs },
  };
  const text = shownText(start.assistantPrefix, output);
  // Failures were logged when the output was first read.
  const asked = askedIn(start.messages, 0);
  return { id, tier: start.model.tier, profile: profileOf(start.model), asked, end, text };
}

function requestOf({ purpose }: CallPlan, { from: _from, ...prompt }: Prompt): ChatRequest {
  return { ...prompt, temperature: 0, purpose };
}

function startEvent(
  context: Context,
  id: string,
  plan: CallPlan,
  { model, prompt, withheld }: CallAssignment,
): RunEvent {
  return context.event({
    type: "call-start",
    call: id,
    stage: plan.stage,
    purpose: plan.purpose,
    node: plan.node,
    model: model.ref,
    messages: [...prompt.messages],
    assistantPrefix: prompt.assistantPrefix ?? "",
    constraint: prompt.constraint?.kind ?? null,
    maxTokens: prompt.maxTokens,
    ...(withheld === null ? {} : { withheld }),
  });
}

function endEvent(
  context: Context,
  id: string,
  model: ModelRef,
  prompt: Prompt,
  end: ChatEnd,
): RunEvent {
  return context.event({
    type: "call-end",
    call: id,
    output: end.text,
    finish: end.finish,
    ...oddsOf(prompt, end),
    usage: end.usage,
    ...(end.reported === undefined ? {} : { reported: end.reported }),
    cost: costOfEnd(model, prompt, end),
    meanLogprob: mean(end.logprobs),
    constrained: end.constrained,
    bytesSent: end.bytesSent,
    bytesReceived: end.bytesReceived,
    queueMs: end.queueMs,
    firstTokenMs: end.firstTokenMs,
    totalMs: end.totalMs,
    ...(end.remembered === true ? { remembered: true } : {}),
  });
}

/** The cost is an estimate if the server reported less than was sent. */
function costOfEnd(model: ModelRef, prompt: Prompt, end: ChatEnd): Money {
  const words = { messages: prompt.messages, output: end.text };
  const cost = costOfCall(model, words, end.usage, isUnsent(end));
  return end.reported === undefined ? cost : { ...cost, basis: "estimated" };
}

/** Logged only if the method depends on them, so that a replay is equal. */
function oddsOf(prompt: Prompt, { logprobs, tokens }: ChatEnd) {
  if (prompt.logprobs !== true || logprobs === null) return {};
  return {
    odds: { logprobs: [...logprobs], ...(tokens === undefined ? {} : { tokens: [...tokens] }) },
  };
}

/** The cost is estimated from text sent and received; a refused call costs nothing. */
function errorEvent(
  context: Context,
  id: string,
  model: ModelRef,
  prompt: Prompt,
  streamed: string,
  error: AppError,
  startedMs: number,
): RunEvent {
  const sent = error.params["bytesSent"];
  const bytesSent = typeof sent === "number" ? sent : 0;
  const refused = error.params["charged"] === false;
  const reached = !refused && (bytesSent > 0 || streamed !== "");
  const nothing: Money = { usd: 0, basis: model.destination === "device" ? "local" : "estimated" };
  return context.event({
    type: "call-error",
    call: id,
    error: error.toData(),
    usage: unknownUsage,
    cost: reached
      ? costOfCall(model, { messages: prompt.messages, output: streamed }, unknownUsage)
      : nothing,
    bytesSent,
    totalMs: context.ports.clock.nowMs() - startedMs,
  });
}

export function mean(values: readonly number[] | null): number | null {
  if (values === null || values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
