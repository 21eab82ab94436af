/** Stage E. */
import { localTools, type RunSettings } from "../../log/types.ts";
import { reads, type StageInfo, when } from "../../runtime/uses.ts";

export const route: StageInfo = {
  id: "route",
  uses: (settings) => [
    when("source.choice", settings.source.choice === "fixed", reads("source.tool")),
    when("source.tool", !isFixedTo(settings, localTools), reads("retrieval.mode")),
    when("source.tool", looksUp(settings), reads("retrieval.k")),
  ],
};

export function looksUp(settings: RunSettings): boolean {
  return !isFixedTo(settings, ["none"]);
}

function isFixedTo({ source }: RunSettings, tools: readonly string[]): boolean {
  return source.choice === "fixed" && tools.includes(source.tool);
}
