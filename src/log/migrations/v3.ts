/** What settings were before logs of version 4; old logs and stored preferences are read by it. */
import type { Rewriter } from "../types.ts";

const asking: readonly Rewriter[] = ["keyword", "soft-prompt", "all"];
const callsModel: ReadonlySet<unknown> = new Set(asking);

/**
 * The model that solved also rewrote. Of a rewriter that asks nobody it says nothing: there
 * the value is the presets' own, so that old settings are still told to be theirs.
 */
export function rewriteByOf(settings: Readonly<Record<string, unknown>>): unknown {
  return callsModel.has(settings["rewriter"]) ? settings["solve"] : "small";
}
