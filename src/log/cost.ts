/** Tokens × price. */
import { placeOf } from "./destination.ts";
import type { ChatMessage, ModelRef, Money, MoneyBasis, Price, ToolRef, Usage } from "./types.ts";

/** A prompt never has 0 tokens, so 0 means "not reported", not "free". */
export function isUsageKnown({ promptTokens, generatedTokens }: Usage): boolean {
  return isAmount(promptTokens) && promptTokens > 0 && isAmount(generatedTokens);
}

/** Stopped before anything was sent: costs nothing, whatever was reported. */
export function isUnsent(end: { finish: string; bytesSent: number; text: string }): boolean {
  return end.finish === "stopped" && end.bytesSent === 0 && end.text === "";
}

/** No figure is negative or infinite. */
export function isUsablePrice(price: Price | null): price is Price {
  if (price === null) return false;
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = price;
  return [inputPerMillion, outputPerMillion, cachedInputPerMillion ?? 0].every(isAmount);
}

/** On another machine a price of 0 is doubtful unless confirmed as free: no cap could hold. */
export function isDoubtfulPrice({
  destination,
  price,
}: Pick<ModelRef, "destination" | "price">): boolean {
  const isNothing = price?.inputPerMillion === 0 && price.outputPerMillion === 0;
  return isNothing && price.free !== true && placeOf(destination) === "elsewhere";
}

/**
 * Returns US dollars; null if tokens or price are unknown or invalid. Cached tokens are part of
 * `promptTokens`, at their own price if known.
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

/** Providers' estimate for English, without a tokeniser. */
export const charactersPerToken = 4;

/**
 * Uses the reported usage, else an estimate from characters. `unsent` means stopped before anything
 * was sent.
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

/** The cost is an estimate, since the person entered the price. */
export function costOfRequests(requests: number, { usdPerThousand }: ToolRef): Money {
  if (requests === 0) return { usd: 0, basis: "estimated" };
  const known = isAmount(usdPerThousand) && isAmount(requests);
  return { usd: known ? (requests * usdPerThousand) / 1000 : null, basis: "estimated" };
}
