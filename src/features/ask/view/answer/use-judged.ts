/** The verifier's confidence in the displayed answer. Loads the trees with the first answer. */
import { useEffect, useMemo, useState } from "react";
import { fromLazyViews } from "../../../../app/lazy/lazy-view.ts";
import type { Trace } from "../../../../folds/trace.ts";
import { untilGone } from "../../../../ui-kit/until-gone.ts";
import type { Judged, judgeAnswer } from "../../judge.ts";

/** Kept once loaded, so that the next answer has its figure at once. */
let there: typeof judgeAnswer | null = null;

export function useJudged(trace: Trace): Judged | null {
  const [by, setBy] = useState(() => there);
  useEffect(() => {
    if (by !== null) return;
    const coming = fromLazyViews(async (parts) => {
      there = (await parts.judge()).judgeAnswer;
      return there;
    }).catch(() => null);
    return untilGone(coming, (fetched) => setBy(() => fetched));
  }, [by]);
  return useMemo(() => by?.(trace) ?? null, [by, trace]);
}
