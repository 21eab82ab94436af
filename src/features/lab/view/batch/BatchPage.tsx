/** One batch: its progress, failures and files; below, its analysis. */
import { Suspense, useEffect } from "react";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { ErrorGroups } from "./ErrorGroups.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import sheet from "./Lab.module.css";
import { LabHeading } from "./LabHeading.tsx";
import { RemoveBatch } from "./RemoveBatch.tsx";
import { RunPanel } from "./RunPanel.tsx";
import { LabError } from "./Section.tsx";

const css = classes(sheet);

const AnalysisView = lazyPart(
  async () => (await import("../analysis/AnalysisView.tsx")).AnalysisView,
);

export function BatchPage({ batchId }: { batchId: string }) {
  const lab = useLab();
  const open = useLabState((state) => (state.open?.batch.id === batchId ? state.open : null));
  const failed = useLabState((state) => state.error !== null && state.open === null);
  const missing = useLabState((state) => state.error?.code === "lab-batch-missing");
  useEffect(() => {
    void lab.open(batchId);
    void AnalysisView.ahead();
    return () => lab.close();
  }, [lab, batchId]);
  if (open === null) {
    return (
      <div className={css("page")}>
        <LabHeading key="opening" back={!missing} title={words.title} />
        <LabError />
        {failed ? null : <p role="status">{words.openingBatch}</p>}
      </div>
    );
  }
  const { batch, progress } = open;
  return (
    <div className={css("page")}>
      <LabHeading key="open" back title={batch.title}>
        <p className={css("about")}>
          {words.shape(batch)} <span>{words.models(batch)}</span>{" "}
          <span>{words.made(batch.createdEpochMs)}</span>
        </p>
      </LabHeading>
      <LabError />
      <RunPanel open={open} />
      <ErrorGroups groups={progress.errors} />
      <ExportMenu batchId={batchId} />
      <PanelBoundary>
        {progress.answered === 0 ? (
          <p className={css("soft")}>{words.analysisLater}</p>
        ) : (
          <Suspense fallback={<p role="status">{words.openingAnalysis}</p>}>
            <AnalysisView batchId={batchId} />
          </Suspense>
        )}
      </PanelBoundary>
      <RemoveBatch batchId={batchId} />
    </div>
  );
}
