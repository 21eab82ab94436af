/** The reading of the passage that a step rests on counts, else that of the most relevant one. */
import type { RunEventOf } from "../log/events.ts";
import type { TraceNode } from "./trace.ts";

type OneReading = RunEventOf<"reading">["readings"][number];

export function decidingReading({
  reading,
  verdict,
}: Pick<TraceNode, "reading" | "verdict">): OneReading | null {
  const readings = reading?.readings ?? [];
  const decided = readings.find(({ passageId }) => passageId === verdict?.passageId);
  if (decided !== undefined) return decided;
  return readings.reduce<OneReading | null>(
    (best, one) => (best === null || one.relevance > best.relevance ? one : best),
    null,
  );
}
