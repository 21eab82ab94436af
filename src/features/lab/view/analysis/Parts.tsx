/** Everything below the first screen. */
import { combinationIds } from "../../../../evaluation/analysis/combination-ids.ts";
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { AdvicePart } from "./AdvicePart.tsx";
import { CombinationsPart } from "./CombinationsPart.tsx";
import { ComparePart } from "./ComparePart.tsx";
import { CourseTables } from "./CourseTables.tsx";
import { css } from "./css.ts";
import { DifferencesPart } from "./DifferencesPart.tsx";
import { MeasuresPart } from "./MeasuresPart.tsx";
import { PolicyPart } from "./PolicyPart.tsx";
import { QuestionsPart } from "./QuestionsPart.tsx";
import { QuestionSetProvider } from "./question-set.tsx";
import { RoiPart } from "./RoiPart.tsx";
import { ShapleyPart } from "./ShapleyPart.tsx";
import { SurenessPart } from "./SurenessPart.tsx";
import { SweepPart } from "./SweepPart.tsx";

/** A paper's printed tables are docs; a command compares a batch with them. */
function PaperNote({ batch: { comparison, configurations } }: { batch: LabBatch }) {
  const method = findMethodInfo(comparison?.method ?? configurations[0]?.settings.method ?? "");
  if (method?.kind !== "paper") return null;
  const { before, command, after } = words.paperTables(method.title);
  return (
    <p className={css("soft")}>
      {before} <code>{command}</code> {after}
    </p>
  );
}

export function Parts(props: { analysis: LabAnalysis; batch: LabBatch; folded: boolean }) {
  const { analysis, batch, folded } = props;
  // With one combination or none, stages cannot be compared.
  const hasStages = combinationIds(batch.configurations).length > 1;
  return (
    <QuestionSetProvider>
      {folded ? null : (
        <PanelBoundary>
          <AdvicePart analysis={analysis} />
        </PanelBoundary>
      )}
      <PanelBoundary>
        <SweepPart analysis={analysis} batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <DifferencesPart analysis={analysis} />
      </PanelBoundary>
      {hasStages ? (
        <PanelBoundary>
          <RoiPart analysis={analysis} />
        </PanelBoundary>
      ) : null}
      <PanelBoundary>
        <CombinationsPart analysis={analysis} batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <PolicyPart batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <MeasuresPart analysis={analysis} />
      </PanelBoundary>
      {hasStages ? (
        <PanelBoundary>
          <ShapleyPart analysis={analysis} />
        </PanelBoundary>
      ) : null}
      <PanelBoundary>
        <SurenessPart analysis={analysis} />
      </PanelBoundary>
      <CourseTables analysis={analysis} />
      <PanelBoundary>
        <QuestionsPart batch={batch} />
      </PanelBoundary>
      {folded ? null : (
        <PanelBoundary>
          <ComparePart />
        </PanelBoundary>
      )}
      <PaperNote batch={batch} />
    </QuestionSetProvider>
  );
}
