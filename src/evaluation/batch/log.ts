import type { RunEvent } from "../../log/events.ts";

/**
 * A token's event is larger than the token, so pieces are joined; a log has no gaps, so events are
 * renumbered.
 */
export function compactLog(events: readonly RunEvent[]): RunEvent[] {
  const retained: RunEvent[] = [];
  for (const event of events) {
    const last = retained.at(-1);
    if (event.type === "call-delta" && last?.type === "call-delta" && last.call === event.call) {
      retained[retained.length - 1] = { ...last, text: last.text + event.text };
    } else retained.push({ ...event, seq: retained.length });
  }
  return retained;
}
