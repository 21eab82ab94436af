/** The Lab: the list of batches, a new one, or an open one. */
import { Suspense, useEffect, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { type ErrorData, toAppError } from "../../../log/errors.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { lazyPart } from "../../../ui-kit/lazy-part.tsx";
import { whenIdle } from "../../../ui-kit/when-idle.ts";
import type { LabBatches } from "../store.ts";
import { labBatchText as words } from "../text/lab-batch.ts";
import { LabHeading } from "./batch/LabHeading.tsx";
import { ErrorLine } from "./batch/Section.tsx";
import { LabHome } from "./home/LabHome.tsx";
import { LabHolder } from "./lab-context.ts";
import { type LabRoute, labRoute } from "./lab-route.ts";

const BatchPage = lazyPart(async () => (await import("./batch/BatchPage.tsx")).BatchPage);
const PipelinePage = lazyPart(
  async () => (await import("./pipeline/PipelinePage.tsx")).PipelinePage,
);
const NewBatch = lazyPart(async () => (await import("./batch/NewBatch.tsx")).NewBatch);

type Opened =
  | { status: "opening" }
  | { status: "open"; lab: LabBatches }
  | { status: "failed"; error: ErrorData };

export function LabPage({ at }: { at: string }) {
  const place = labRoute(at);
  const runtime = useRuntime();
  const [opened, setOpened] = useState<Opened>({ status: "opening" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt opens it anew
  useEffect(() => {
    let wanted = true;
    void runtime
      .lab()
      .then((lab): Opened => ({ status: "open", lab }))
      .catch((thrown): Opened => ({ status: "failed", error: toAppError(thrown).toData() }))
      .then((next) => {
        if (wanted) setOpened(next);
      });
    return () => {
      wanted = false;
    };
  }, [runtime, attempt]);
  useEffect(
    () =>
      whenIdle(() => {
        void BatchPage.ahead();
        void NewBatch.ahead();
      }),
    [],
  );
  if (place.at === "list") {
    const lab = opened.status === "open" ? opened.lab : null;
    return (
      <LabHolder value={lab}>
        <Listed lab={lab} report={place.report} />
        {opened.status === "failed" ? (
          <NotOpened error={opened.error} onAgain={() => setAttempt(attempt + 1)} />
        ) : null}
      </LabHolder>
    );
  }
  if (opened.status === "open") {
    return (
      <LabHolder value={opened.lab}>
        <Suspense fallback={<p role="status">{words.opening}</p>}>
          <Views place={place} />
        </Suspense>
      </LabHolder>
    );
  }
  return (
    <>
      <LabHeading title={words.title} />
      {opened.status === "opening" ? (
        <p role="status">{words.opening}</p>
      ) : (
        <NotOpened error={opened.error} onAgain={() => setAttempt(attempt + 1)} />
      )}
    </>
  );
}

function NotOpened({ error, onAgain }: { error: ErrorData; onAgain: () => void }) {
  return (
    <>
      <ErrorLine error={error} />
      <p>
        <Button onClick={onAgain}>{words.again}</Button>
      </p>
    </>
  );
}

function Listed({ lab, report }: { lab: LabBatches | null; report: string | null }) {
  useEffect(() => void lab?.list(), [lab]);
  return <LabHome reportId={report} />;
}

function Views({ place }: { place: LabRoute }) {
  switch (place.at) {
    case "list":
      return <LabHome reportId={place.report} />;
    case "new":
      return <NewBatch />;
    case "pipeline":
      return <PipelinePage />;
    case "batch":
      return <BatchPage key={place.batchId} batchId={place.batchId} />;
  }
}
