/** Which configuration of a batch the others are held against. */
import type { LabBatch } from "../types.ts";
import { asItIs } from "./variant-ids.ts";

/**
 * The batch's own method among others, and the settings as they are among what was changed in
 * them. Which search tool is best is not known in advance: there the first. Null where no
 * configuration stands for all others to be compared with.
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
