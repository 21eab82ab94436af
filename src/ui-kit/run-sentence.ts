/** Screen readers read these sentences; they are loaded with the first run. */

import { useEffect, useState } from "react";
import { useDevice, useRun, useRuntime } from "../app/runtime/runtime-context.ts";
import type { Trace } from "../folds/trace.ts";
import type { DeviceState } from "../session/device-store.ts";
import { isCutShort, type RunState } from "../session/run-store.ts";
import { announceText as words } from "./text/announce.ts";
import { text } from "./text/page.ts";
import { untilGone } from "./until-gone.ts";

export function RunSentence() {
  return useSentence();
}

export function useSentence(): string {
  const sentence = useRun(runSentence);
  const answered = useAnswered();
  const loading = useDevice(loadingSentence);
  const preparing = useRun((state) => state.phase === "preparing");
  return preparing ? loading : (answered ?? sentence);
}

/** Null without an answer, "" until it has been rated. */
function useAnswered(): string | null {
  const { run } = useRuntime();
  const trace = useRun(answeredTrace);
  const [told, setTold] = useState<{ of: Trace; sentence: string } | null>(null);
  useEffect(() => {
    if (trace === null) return;
    const coming = import("./answered-sentence.ts")
      .then(({ answeredSentence }) => answeredSentence(trace, run.getState().ledger))
      .catch(() => null);
    return untilGone(coming, (sentence) => {
      if (sentence !== null) setTold({ of: trace, sentence });
    });
  }, [trace, run]);
  if (trace === null) return null;
  return told?.of === trace ? told.sentence : "";
}

function answeredTrace({ trace }: RunState): Trace | null {
  return trace.outcome === "answered" && trace.answer !== null ? trace : null;
}

function loadingSentence({ small, library }: DeviceState): string {
  if (small.status === "loading") return words.loading(small.title);
  if (library.status === "loading") return words.loadingLibrary;
  return "";
}

function runSentence(state: RunState): string {
  const { trace, phase } = state;
  if (isCutShort(state)) return text.answer.fileEnds;
  if (trace.outcome === "stopped") return words.stopped;
  // The error notice, an alert, announces the reason.
  if (trace.outcome === "failed") return words.failed;
  return phase === "running" ? stageSentence(trace) : "";
}

function stageSentence(trace: Trace): string {
  const { stage, start } = trace;
  if (stage === null || start === null) return "";
  if (stage === "solve") {
    const last = [...trace.nodes.values()].findLast((node) => node.status === "corrected");
    if (last?.proposed != null && last.answer !== null) {
      return words.corrected(last.proposed, last.answer);
    }
    return words.solving(trace.nodes.size);
  }
  const model = trace.stageTiers[stage] === "large" ? start.large : start.small;
  return words.stage(stage, model?.model ?? "");
}
