/** A run's cap thus continues after a reload. */
import { isUsablePrice, isUsageKnown } from "../../log/cost.ts";
import type { RunEvent, RunEventOf } from "../../log/events.ts";
import { addCapped, nanoPerUsd, toNano } from "./nano-usd.ts";
import { worstCaseUsd } from "./spending-cap.ts";

/**
 * In US dollars. Calls of unknown cost and open calls count at their worst case; remembered answers
 * cost nothing.
 */
export function spentInLogUsd(events: readonly RunEvent[]): number {
  const open = new Map<string, RunEventOf<"call-start">>();
  let nano = 0;
  const spend = (usd: number | null) => {
    nano = addCapped(nano, toNano(usd ?? 0));
  };
  for (const event of events) {
    switch (event.type) {
      case "call-start":
        open.set(event.call, event);
        break;
      case "call-end":
      case "call-error": {
        const start = open.get(event.call);
        open.delete(event.call);
        if (start !== undefined) spend(costOfLogged(start, event));
        break;
      }
      case "retrieval":
      case "tool-failure":
        spend(event.cost?.usd ?? 0);
        break;
      case "run-resume":
        for (const { cost, remembered } of event.dropped) if (remembered !== true) spend(cost.usd);
        break;
    }
  }
  for (const start of open.values()) spend(worstOf(start));
  return nano / nanoPerUsd;
}

function costOfLogged(
  start: RunEventOf<"call-start">,
  end: RunEventOf<"call-end" | "call-error">,
): number {
  const usd = end.cost.usd ?? 0;
  if (end.type === "call-error") {
    const isFree = end.error.params["charged"] === false && usd === 0;
    return isFree ? 0 : Math.max(usd, worstOf(start));
  }
  if (end.remembered === true) return 0;
  const isUnsent = end.finish === "stopped" && end.bytesSent === 0 && end.output === "";
  if (isUnsent) return 0;
  const isKnown = isUsageKnown(end.usage) && end.finish !== "stopped";
  return isKnown ? usd : Math.max(usd, worstOf(start));
}

/** Unpriced models run only without a cap. */
function worstOf({ model, ...start }: RunEventOf<"call-start">): number {
  const { destination, price } = model;
  if (destination === "device" || !isUsablePrice(price)) return 0;
  const request = { fixedPrefixMessages: 0, stop: [], temperature: 0 };
  const { messages, assistantPrefix, maxTokens, purpose } = start;
  return worstCaseUsd({ ...request, messages, assistantPrefix, maxTokens, purpose }, price);
}
