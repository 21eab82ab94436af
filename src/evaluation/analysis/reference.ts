/** Picks the configuration of a batch that the others are compared with. */
import type { LabBatch } from "../types.ts";
import { asItIs } from "./variant-ids.ts";

/**
 * The batch's own method among methods, the unchanged settings among ablations and small models,
 * the first among search tools, where the best is not known in advance; else null.
 */
export function referenceOf({
  comparison,
  configurations,
}: Pick<LabBatch, "comparison" | "configurations">): string | null {
  const has = (id: string) => (configurations.some((one) => one.id === id) ? id : null);
  switch (comparison?.kind) {
    case "methods":
      return has(comparison.method);
    case "ablations":
    case "small-models":
      return has(asItIs);
    case "tools":
      return configurations[0]?.id ?? null;
    default:
      return null;
  }
}
