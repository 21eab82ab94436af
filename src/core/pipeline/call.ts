/** One model call as events: start, deltas, then end or error. */
import { costOf, moneyOf } from "../cost.ts";
import { AppError, toAppError } from "../errors.ts";
import type { RunEvent } from "../events.ts";
import { withoutThinking } from "../parse/line.ts";
import type { ChatEnd, ChatRequest } from "../ports.ts";
import type { ModelRef, Money, Purpose, Stage, Tier, Usage } from "../types.ts";
import type { Context, Steps } from "./context.ts";
import type { Prompt } from "./prompts.ts";

export interface CallPlan {
  stage: Stage;
  purpose: Purpose;
  tier: Tier;
  node: string | null;
  prompt: Prompt;
}

export interface CallResult {
  id: string;
  end: ChatEnd;
  /** The output as the parsers should see it: no thinking aloud, and the line the prompt had begun. */
  text: string;
}

const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };

/** Throws AppError after logging it; `stopped` when the signal cut the call short. */
export async function* callModel(context: Context, plan: CallPlan): Steps<CallResult> {
  context.throwIfStopped();
  const model = context.model(plan.tier);
  const id = context.nextCallId();
  yield startEvent(context, id, plan, model.ref);
  const startedMs = context.ports.clock.nowMs();
  let streamed = "";
  let end: ChatEnd | null = null;
  try {
    for await (const part of model.generate(requestOf(plan), context.signal)) {
      if (part.type === "end") end = part;
      else {
        streamed += part.text;
        yield context.event({ type: "call-delta", call: id, text: part.text });
      }
    }
    if (end === null) throw new AppError("generation-failed", { reason: "no end" });
  } catch (thrown) {
    yield errorEvent(context, id, model.ref, plan, streamed, toAppError(thrown), startedMs);
    throw thrown;
  }
  yield endEvent(context, id, model.ref, plan, end);
  if (end.finish === "stopped") throw new AppError("stopped");
  const begun = (plan.prompt.assistantPrefix ?? "").split("\n").at(-1) ?? "";
  return { id, end, text: begun + withoutThinking(end.text) };
}

function requestOf(plan: CallPlan): ChatRequest {
  return { ...plan.prompt, temperature: 0, purpose: plan.purpose };
}

function startEvent(context: Context, id: string, plan: CallPlan, model: ModelRef): RunEvent {
  return context.event({
    type: "call-start",
    call: id,
    stage: plan.stage,
    purpose: plan.purpose,
    node: plan.node,
    model,
    messages: [...plan.prompt.messages],
    assistantPrefix: plan.prompt.assistantPrefix ?? "",
    constraint: plan.prompt.constraint?.kind ?? null,
    maxTokens: plan.prompt.maxTokens,
  });
}

function endEvent(
  context: Context,
  id: string,
  model: ModelRef,
  plan: CallPlan,
  end: ChatEnd,
): RunEvent {
  return context.event({
    type: "call-end",
    call: id,
    output: end.text,
    finish: end.finish,
    usage: end.usage,
    cost: costOfCall(model, plan, end.text, end.usage),
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

/** What a broken call cost is estimated from what was sent and came back; a refused one cost nothing. */
function errorEvent(
  context: Context,
  id: string,
  model: ModelRef,
  plan: CallPlan,
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
    usage: untold,
    cost: reached ? costOfCall(model, plan, streamed, untold) : nothing,
    bytesSent,
    totalMs: context.ports.clock.nowMs() - startedMs,
  });
}

/** Billed when the provider told its tokens; else estimated at four characters a token. */
function costOfCall(model: ModelRef, plan: CallPlan, output: string, usage: Usage): Money {
  if (model.destination === "device") return { usd: 0, basis: "local" };
  if (usage.promptTokens !== null && usage.generatedTokens !== null) {
    return moneyOf(usage, model.price, "billed");
  }
  const sent = plan.prompt.messages.reduce((sum, message) => sum + message.content.length, 0);
  const estimate: Usage = {
    promptTokens: Math.ceil(sent / 4),
    cachedTokens: null,
    generatedTokens: Math.ceil(output.length / 4),
  };
  return { usd: model.price === null ? null : costOf(estimate, model.price), basis: "estimated" };
}

export function mean(values: readonly number[] | null): number | null {
  if (values === null || values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
