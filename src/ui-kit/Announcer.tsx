/** One sentence a stage, for those who cannot see the tree grow. */

import { useDevice, useRun } from "../app/runtime/runtime-context.ts";
import type { Trace } from "../folds/trace.ts";
import type { DeviceState } from "../session/device-store.ts";
import { isCutShort, type RunState } from "../session/run-store.ts";
import { text } from "./text/page.ts";

export function Announcer() {
  const sentence = useSentence();
  return (
    <p className="visually-hidden" aria-live="polite">
      {sentence}
    </p>
  );
}

/** What the run is at, or how it ended; empty where there is none. */
export function useSentence(): string {
  const sentence = useRun(runSentence);
  const loading = useDevice(loadingSentence);
  const preparing = useRun((state) => state.phase === "preparing");
  return preparing ? loading : sentence;
}

function loadingSentence({ small, library }: DeviceState): string {
  if (small.status === "loading") return text.announce.loading(small.title);
  if (library.status === "loading") return text.announce.loadingLibrary;
  return "";
}

function runSentence(state: RunState): string {
  const { trace, ledger, phase } = state;
  const { total } = ledger;
  if (trace.outcome === "answered" && trace.answer !== null) {
    return text.announce.answered(trace.answer.short, total.unknownUsdCalls > 0 ? null : total.usd);
  }
  if (isCutShort(state)) return text.answer.fileEnds;
  if (trace.outcome === "stopped") return text.announce.stopped;
  // Why is told by the notice itself, which is an alert.
  if (trace.outcome === "failed") return text.announce.failed;
  return phase === "running" ? stageSentence(trace) : "";
}

function stageSentence(trace: Trace): string {
  const { stage, start } = trace;
  if (stage === null || start === null) return "";
  if (stage === "solve") {
    const last = [...trace.nodes.values()].findLast((node) => node.status === "corrected");
    if (last?.proposed != null && last.answer !== null) {
      return text.announce.corrected(last.proposed, last.answer);
    }
    return text.announce.solving(trace.nodes.size);
  }
  const model = trace.stageTiers[stage] === "large" ? start.large : start.small;
  return text.announce.stage(stage, model?.model ?? "");
}
