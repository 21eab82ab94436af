/** FAKE batch with generated results and two made-up runs. */

import { analyse } from "../../../evaluation/analysis/analyse.ts";
import type { LabBatch, LabResult } from "../../../evaluation/types.ts";
import type { AnalysisClient } from "../../../features/lab/analysis-client.ts";
import type { LabBatches } from "../../../features/lab/store.ts";
import type { RunEvent } from "../../../log/events.ts";
import { fakeRun } from "../../fake-run.ts";
import { generatedLab } from "../../lab/generated-lab.ts";
import { fakeLab, fakeOpen } from "../lab/fake-lab.ts";

function otherRun(): RunEvent[] {
  return fakeRun().map((event) =>
    event.type === "branch-start" && event.cause === "plan"
      ? {
          ...event,
          nodes: event.nodes.map((node) =>
            node.id === "n2" ? { ...node, query: "What is paid with in Mali?" } : node,
          ),
        }
      : event,
  );
}

export interface AnalysedLab {
  lab: LabBatches;
  batch: LabBatch;
  show(results: readonly LabResult[]): void;
}

/** Large planners took another path; SSL has no logs. */
export function analysedLab({ batch, results, questions } = generatedLab(40)): AnalysedLab {
  const opened = (shown: readonly LabResult[]) => fakeOpen({}, { batch, results: shown });
  const fake = fakeLab({ open: opened(results) });
  const lab: LabBatches = {
    ...fake,
    questions: () => Promise.resolve(questions),
    log: (_batch, _question, configuration) => {
      if (configuration === "SSL") return Promise.resolve(null);
      return Promise.resolve(configuration.startsWith("L") ? otherRun() : fakeRun());
    },
  };
  return { lab, batch, show: (shown) => fake.store.setState({ open: opened(shown) }) };
}

export function sameThreadAnalyst(rounds = 200): AnalysisClient {
  return {
    analyse: (batch, results, choice) =>
      Promise.resolve(analyse(batch, results, { ...choice, rounds })),
    close: () => undefined,
  };
}
