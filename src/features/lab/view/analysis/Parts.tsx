/** Everything below the first screen. */
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { AdvicePart } from "./AdvicePart.tsx";
import { CombinationsPart } from "./CombinationsPart.tsx";
import { ComparePart } from "./ComparePart.tsx";
import { CoursePart, MeasuresPart } from "./MeasuresPart.tsx";
import { PrintedPart } from "./PrintedPart.tsx";
import { QuestionsPart } from "./QuestionsPart.tsx";
import { QuestionSetProvider } from "./question-set.tsx";
import { RoiPart } from "./RoiPart.tsx";
import { ShapleyPart } from "./ShapleyPart.tsx";

/** One fault must not take the other pictures with it. */
export function Parts(props: { analysis: LabAnalysis; batch: LabBatch; folded: boolean }) {
  const { analysis, batch, folded } = props;
  return (
    <QuestionSetProvider>
      {folded ? null : (
        <PanelBoundary>
          <AdvicePart analysis={analysis} />
        </PanelBoundary>
      )}
      <PanelBoundary>
        <RoiPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <CombinationsPart analysis={analysis} batch={batch} />
      </PanelBoundary>
      <PanelBoundary>
        <MeasuresPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <CoursePart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <ShapleyPart analysis={analysis} />
      </PanelBoundary>
      <PanelBoundary>
        <QuestionsPart batch={batch} />
      </PanelBoundary>
      {folded ? null : (
        <PanelBoundary>
          <ComparePart />
        </PanelBoundary>
      )}
      <PanelBoundary>
        <PrintedPart analysis={analysis} batch={batch} />
      </PanelBoundary>
    </QuestionSetProvider>
  );
}
