/** Stage F. */
import { asks, encodes, reads, type StageInfo, says, when } from "../../runtime/uses.ts";
import { looksUp } from "../route/index.ts";

export const filter: StageInfo = {
  id: "filter",
  uses: (settings) => {
    const { rerank, reader, fallback } = settings;
    const { kind, by } = settings.filter;
    const judges = kind === "per-passage" || kind === "batch";
    return [
      when("source.tool", looksUp(settings), encodes("rerank", rerank)),
      when("source.tool", looksUp(settings) || !judges, reads("filter.kind")),
      when("filter.kind", judges, encodes("filter.by", by === "encoder")),
      when("filter.kind", kind === "per-passage", asks("filter.by", "relevant")),
      when("filter.kind", kind === "batch", asks("filter.by", "relevantOf")),
      when("filter.kind", kind === "per-passage", reads("filter.threshold")),
      when("filter.kind", judges, when("reader", reader !== "model", reads("passOn.relevance"))),
      when(
        "filter.kind",
        kind === "batch" && by === "encoder",
        says("batch-by-encoder", "filter.kind"),
      ),
      when("filter.kind", kind === "none" && !fallback.on, says("no-way-to-answer", "filter.kind")),
    ];
  },
};
