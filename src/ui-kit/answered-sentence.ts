/** This module is loaded when a run has ended, after the first paint. */
import { answerStateOf } from "../folds/answer-state.ts";
import type { Ledger } from "../folds/ledger.ts";
import type { Trace } from "../folds/trace.ts";
import { surenessOf } from "../folds/verifier/verifier.ts";
import { answeredText } from "./text/answered.ts";

export function answeredSentence(trace: Trace, { total }: Ledger): string {
  return answeredText.answered(answerStateOf(trace), {
    short: trace.answer?.short ?? "",
    sure: surenessOf(trace),
    seconds: trace.lastMs / 1000,
    spent: total.unknownUsdCalls > 0 ? null : total.usd,
  });
}
