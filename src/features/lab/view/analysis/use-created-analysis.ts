import { useContext, useEffect, useState } from "react";
import { createLabAnalysis, type LabAnalysisStore } from "../../analysis.ts";
import type { AnalysisClient } from "../../analysis-client.ts";
import { LabHolder } from "../lab-context.ts";

/** The view's own store; its worker ends with the view. Before the lab is open, no look is kept. */
export function useCreatedAnalysis(create: () => AnalysisClient): LabAnalysisStore {
  const lab = useContext(LabHolder);
  const [store] = useState(() => createLabAnalysis(create(), lab?.looks));
  useEffect(() => () => store.close(), [store]);
  return store;
}
