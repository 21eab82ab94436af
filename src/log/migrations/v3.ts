/** Old logs and stored preferences need these. */
import type { Rewriter } from "../types.ts";

const asking: readonly Rewriter[] = ["keyword", "soft-prompt", "all"];
const callsModel: ReadonlySet<unknown> = new Set(asking);

/**
 * The solving model also rewrote. Otherwise takes the presets' value, so that old settings still
 * match their preset.
 */
export function rewriteByOf(settings: Readonly<Record<string, unknown>>): unknown {
  return callsModel.has(settings["rewriter"]) ? settings["solve"] : "small";
}
