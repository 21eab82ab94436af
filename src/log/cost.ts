/** Tokens × price. */
import { placeOf } from "./destination.ts";
import type { ChatMessage, ModelRef, Money, MoneyBasis, Price, ToolRef, Usage } from "./types.ts";

/**
 * Whether a provider told what a call used. No prompt has 0 tokens: who says so has not counted,
 * and what was not counted is not free.
 */
export function isUsageKnown({ promptTokens, generatedTokens }: Usage): boolean {
  return isAmount(promptTokens) && promptTokens > 0 && isAmount(generatedTokens);
}

/** Stopped before anything was sent: this costs nothing, whatever is told. */
export function isUnsent(end: { finish: string; bytesSent: number; text: string }): boolean {
  return end.finish === "stopped" && end.bytesSent === 0 && end.text === "";
}

/** Whether something can be reckoned with it: no figure is negative or endless. */
export function isUsablePrice(price: Price | null): price is Price {
  if (price === null) return false;
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = price;
  return [inputPerMillion, outputPerMillion, cachedInputPerMillion ?? 0].every(isAmount);
}

/** A price of 0 for a model on another machine, which the person has not confirmed as free: no cap can hold with it. */
export function isDoubtfulPrice({
  destination,
  price,
}: Pick<ModelRef, "destination" | "price">): boolean {
  const isNothing = price?.inputPerMillion === 0 && price.outputPerMillion === 0;
  return isNothing && price.free !== true && placeOf(destination) === "elsewhere";
}

/**
 * US dollars for one call; null when the tokens or the price are not known, or cannot be.
 * Cached prompt tokens are part of `promptTokens` and have their own price where
 * one is known, else the full one.
 */
export function costOf(usage: Usage, price: Price): number | null {
  const { promptTokens, generatedTokens } = usage;
  if (!isAmount(promptTokens) || !isAmount(generatedTokens) || !isUsablePrice(price)) return null;
  const cached = isAmount(usage.cachedTokens) ? Math.min(usage.cachedTokens, promptTokens) : 0;
  const cachedPrice = price.cachedInputPerMillion ?? price.inputPerMillion;
  const micros =
    (promptTokens - cached) * price.inputPerMillion +
    cached * cachedPrice +
    generatedTokens * price.outputPerMillion;
  return micros / 1_000_000;
}

function isAmount(value: number | null): value is number {
  return value !== null && value >= 0 && Number.isFinite(value);
}

export function moneyOf(usage: Usage, price: Price | null, basis: MoneyBasis): Money {
  if (basis === "local") return { usd: 0, basis };
  return { usd: price === null ? null : costOf(usage, price), basis };
}

/** About four characters a token, as providers estimate English; where no tokeniser is. */
export const charactersPerToken = 4;

/**
 * One call of a model, by what its server told; where it told nothing, estimated from the characters
 * of what was sent and what came back. `unsent`: it was stopped before anything was sent.
 */
export function costOfCall(
  { destination, price }: Pick<ModelRef, "destination" | "price">,
  text: { messages: readonly ChatMessage[]; output: string },
  usage: Usage,
  unsent = false,
): Money {
  if (destination === "device") return { usd: 0, basis: "local" };
  if (isUsageKnown(usage) || unsent) return moneyOf(usage, price, "billed");
  const sent = text.messages.reduce((sum, message) => sum + message.content.length, 0);
  const estimate: Usage = {
    promptTokens: Math.ceil(sent / charactersPerToken),
    cachedTokens: null,
    generatedTokens: Math.ceil(text.output.length / charactersPerToken),
  };
  return { usd: price === null ? null : costOf(estimate, price), basis: "estimated" };
}

/** What a search service charges; the person set its price, so it is an estimate. */
export function costOfRequests(requests: number, { usdPerThousand }: ToolRef): Money {
  if (requests === 0) return { usd: 0, basis: "estimated" };
  const known = isAmount(usdPerThousand) && isAmount(requests);
  return { usd: known ? (requests * usdPerThousand) / 1000 : null, basis: "estimated" };
}
