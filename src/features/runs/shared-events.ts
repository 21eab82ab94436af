/** Where two runs of one question part. */
import type { RunEvent } from "../../log/events.ts";

/**
 * How many events of `next` come before anything that `before` does not have, too: another model in
 * charge of a stage, other words. Times, ids, token counts and how a text arrived in parts do not count.
 */
export function sharedEvents(before: readonly RunEvent[], next: readonly RunEvent[]): number {
  const told = before.map(content).filter((one) => one !== null);
  let shared = 0;
  for (const [at, event] of next.entries()) {
    const own = content(event);
    if (own === null) continue;
    if (own !== told[shared]) return at;
    shared += 1;
  }
  return next.length;
}

/** What an event says that another run would say alike; null for what says nothing new. */
function content(event: RunEvent): string | null {
  switch (event.type) {
    case "stage-start":
      return `${event.type} ${event.stage} ${event.tier}`;
    case "call-end":
      return `${event.type} ${event.output}`;
    case "branch-start":
      return `${event.type} ${event.nodes.map(({ query }) => query).join("\n")}`;
    case "verdict":
      return `${event.type} ${event.node} ${event.verdict} ${event.span ?? ""}`;
    case "answer":
      return `${event.type} ${event.text}`;
    default:
      return null;
  }
}
