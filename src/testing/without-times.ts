import type { RunEvent } from "../log/events.ts";

const times =
  /^(?:atMs|startedAtEpochMs|runId|queueMs|firstTokenMs|totalMs|seconds|tookMs|durationMs)$/u;

/** A log without what differs between two runs of the same question: times and the run's id. */
export function withoutTimes(log: readonly RunEvent[]): unknown {
  return JSON.parse(JSON.stringify(log, (key, value: unknown) => (times.test(key) ? 0 : value)));
}
