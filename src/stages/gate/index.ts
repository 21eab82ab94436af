/** Stage A. */
import type { RunSettings } from "../../log/types.ts";
import { asks, encodes, reads, type StageInfo, when } from "../../runtime/uses.ts";

export const gate: StageInfo = {
  id: "gate",
  uses: (settings) => {
    const { kind, judge } = settings.gate;
    const judges = kind === "judge" || judgesClaims(settings);
    return [
      when(
        "gate.kind",
        kind === "judge" || settings.rewriter === "claims",
        asks("gate.by", "proxy"),
      ),
      when("gate.kind", kind === "self-knowledge", asks("gate.by", "know")),
      when("gate.kind", judges && judge === "model", asks("gate.by", "judge")),
      when("gate.kind", judges, encodes("gate.judge", judge === "encoder")),
      when("gate.kind", judges || kind !== "off", reads("gate.threshold")),
      when("gate.kind", kind === "judge", reads("passOn.answer")),
    ];
  },
};

function judgesClaims({ rewriter, filter }: RunSettings): boolean {
  return rewriter === "claims" && filter.claims;
}
