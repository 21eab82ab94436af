/** Finds where two runs of one question diverge. */
import type { RunEvent } from "../../log/events.ts";

/**
 * How many events of `next` precede the first one that `before` lacks, such as another model for a
 * stage or other text. Ignores times, ids, token counts and stream chunking.
 */
export function sharedEvents(before: readonly RunEvent[], next: readonly RunEvent[]): number {
  const earlier = before.map(content).filter((one) => one !== null);
  let shared = 0;
  for (const [at, event] of next.entries()) {
    const own = content(event);
    if (own === null) continue;
    if (own !== earlier[shared]) return at;
    shared += 1;
  }
  return next.length;
}

/** The comparable content of an event; null for events without any. */
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
