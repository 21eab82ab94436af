import type { LabBatch } from "../types.ts";
import { asItIs } from "./variant-ids.ts";

/** Among search tools the first, since the best is not known in advance. */
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
