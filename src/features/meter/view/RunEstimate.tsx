import { useEffect, useMemo } from "react";
import { useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { estimateRun } from "../estimate.ts";
import { estimateText } from "../text/estimate.ts";
import { useSimilarityKey } from "./use-like.ts";

export function RunEstimate() {
  const runtime = useRuntime();
  const large = useSettings((state) => state.large);
  const status = useHistory((state) => state.status);
  const rows = useHistory((state) => state.runs);
  const like = useSimilarityKey();
  useEffect(() => {
    void runtime.history.load();
  }, [runtime]);
  useEffect(() => {
    void runtime.lookUpPrice(large);
  }, [runtime, large]);
  const estimate = useMemo(() => (like === null ? null : estimateRun(rows, like)), [rows, like]);
  if (status !== "ready" || estimate?.seconds == null) return null;
  const { runs, usd, seconds } = estimate;
  return <p>{estimateText.expected(runs, usd, seconds)}</p>;
}
