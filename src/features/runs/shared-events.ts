import type { RunEvent } from "../../log/events.ts";

/**
 * Counts the events of `next` before the first one that `before` lacks. Ignores times, ids, token
 * counts and chunking.
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
