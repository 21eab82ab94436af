/** A result as it would have cost had the large model another price. */
import { repriced } from "../../folds/repriced.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Price } from "../../log/types.ts";
import type { LabResult, Spent } from "../types.ts";
import { measure } from "./measure.ts";

/** Its scores are not taken. */
const noOptions = { namedOptions: () => [] };

/**
 * Only what it costs is another: a result tells one sum of tokens, so what was read and what was
 * written, which have prices of their own, come from its log. Without one (null) the money of a
 * result that asked the large model is unknown. What was really paid stays.
 */
export function repricedResult(
  result: LabResult,
  events: readonly RunEvent[] | null,
  price: Price,
): LabResult {
  if (result.total.largeCalls === 0) return result;
  // Only its money is taken, which no gold answer changes.
  const asked = { id: result.question, question: "", answers: [] };
  const fresh =
    events === null ? null : measure(asked, repriced(events, "large", price), noOptions);
  const at = (before: Spent, then: Spent | undefined): Spent => {
    return { ...before, usd: before.largeCalls === 0 ? before.usd : (then?.usd ?? null) };
  };
  const now: Readonly<Record<string, Spent>> = fresh?.byStage ?? {};
  const stages = Object.entries(result.byStage).map(
    ([stage, spent]) => [stage, at(spent, now[stage])] as const,
  );
  return {
    ...result,
    total: at(result.total, fresh?.total),
    byStage: { ...result.byStage, ...Object.fromEntries(stages) },
  };
}
