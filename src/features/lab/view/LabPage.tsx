/** The lab: the list of batches, a new one, or one that is looked at. */
import { useEffect, useState } from "react";
import { type LabRoute, navigate, paths } from "../../../app/runtime/routes.ts";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { type ErrorData, toAppError } from "../../../log/errors.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import type { LabBatches } from "../store.ts";
import { labBatchText as words } from "../text/lab-batch.ts";
import { BatchList } from "./batch/BatchList.tsx";
import { BatchPage } from "./batch/BatchPage.tsx";
import { LabHeading } from "./batch/LabHeading.tsx";
import { NewBatch } from "./batch/NewBatch.tsx";
import { ErrorLine } from "./batch/Section.tsx";
import { LabHolder } from "./lab-context.ts";

type Opened =
  | { status: "opening" }
  | { status: "open"; lab: LabBatches }
  | { status: "failed"; error: ErrorData };

export function LabPage({ place }: { place: LabRoute }) {
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
  if (opened.status === "open") {
    return (
      <LabHolder value={opened.lab}>
        <Views place={place} lab={opened.lab} />
      </LabHolder>
    );
  }
  return (
    <>
      <LabHeading title={words.title} />
      {opened.status === "opening" ? (
        <p role="status">{words.opening}</p>
      ) : (
        <>
          <ErrorLine error={opened.error} />
          <p>
            <Button onClick={() => setAttempt(attempt + 1)}>{words.again}</Button>
          </p>
        </>
      )}
    </>
  );
}

function Views({ place, lab }: { place: LabRoute; lab: LabBatches }) {
  /** "The project's own questions" leads to a new batch that begins with them. */
  const [withOwn, setWithOwn] = useState(false);
  useEffect(() => {
    if (place.at === "list") void lab.list();
    if (place.at !== "new") setWithOwn(false);
  }, [lab, place.at]);
  switch (place.at) {
    case "list":
      return (
        <BatchList
          onOwnQuestions={() => {
            setWithOwn(true);
            navigate(paths.newBatch);
          }}
        />
      );
    case "new":
      return <NewBatch withOwn={withOwn} />;
    case "batch":
      return <BatchPage key={place.batchId} batchId={place.batchId} />;
  }
}
