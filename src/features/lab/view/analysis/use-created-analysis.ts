import { useContext, useEffect, useState } from "react";
import { createLabAnalysis, type LabAnalysisStore } from "../../analysis.ts";
import type { AnalysisClient } from "../../analysis-client.ts";
import { LabHolder } from "../lab-context.ts";

/**
 * Creates the view's own store and ends its worker with the view. Before the Lab is open, the
 * selection is not kept.
 */
export function useCreatedAnalysis(create: () => AnalysisClient): LabAnalysisStore {
  const lab = useContext(LabHolder);
  const [store] = useState(() => createLabAnalysis(create(), lab?.looks));
  useEffect(() => () => store.close(), [store]);
  return store;
}
