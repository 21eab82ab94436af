/** Another agent's runs: the file is read, its columns are named, its figures are shown. */
import { Suspense, useDeferredValue, useEffect } from "react";
import { useStore } from "zustand";
import { labHeadingId, navigate, paths } from "../../../../app/runtime/routes.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../../ui-kit/ConfirmButton.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { dropOf } from "../../../../ui-kit/OpenFile.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import type { PipelineState } from "../../pipeline-file.ts";
import type { PipelineRead, PipelineReport, PipelineStep } from "../../pipeline-worker.ts";
import { pipelineText as words } from "../../text/lab-pipeline.ts";
import { unfitSentence, unreadSentence } from "../../text/pipeline-problems.ts";
import { LabHeading } from "../batch/LabHeading.tsx";
import { ErrorLine } from "../batch/Section.tsx";
import { OpenRuns, useOpenRuns } from "../home/OpenRuns.tsx";
import { useLab } from "../lab-context.ts";
import { ColumnsForm } from "./ColumnsForm.tsx";
import { css } from "./css.ts";

const Report = lazyPart(async () => (await import("./Report.tsx")).Report);

export function PipelinePage() {
  const { pipeline } = useLab();
  const state = useStore(pipeline.store);
  const { name, isKept, view } = state;
  const openRuns = useOpenRuns();
  useEffect(() => {
    void pipeline.resume();
    void Report.ahead();
  }, [pipeline]);
  // A pressed button may be gone with its view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the view
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.getElementById(labHeadingId)?.focus({ preventScroll: true });
    }
  }, [view.status]);
  const isOpen = view.status !== "absent" && view.status !== "opening";
  return (
    // Dropping is an extra; the button works by keys.
    <div className={css("page")} {...dropOf((file) => void openRuns(file))}>
      <LabHeading back title={words.title}>
        <div className={css("tools")}>
          <OpenRuns />
        </div>
      </LabHeading>
      {name === "" ? null : (
        <p className={css("about")}>
          <strong dir="auto">{name}</strong>
          {isOpen ? <span>{isKept ? words.kept : words.notKept}</span> : null}
        </p>
      )}
      <Shown {...state} />
      {isOpen ? (
        <p className={css("tools")}>
          <ConfirmButton
            open={words.forget}
            sure={words.forgetSure}
            keep={words.keep}
            onSure={() => {
              void pipeline.forget();
              navigate(paths.lab);
            }}
          />
        </p>
      ) : null}
    </div>
  );
}

function Shown({ name, view }: PipelineState) {
  const { pipeline } = useLab();
  switch (view.status) {
    case "absent":
      return <p role="status">{words.absent}</p>;
    case "opening":
      return <p role="status">{words.opening}</p>;
    case "working":
      return <Working step={view.step} onStop={pipeline.stop} />;
    case "columns":
      return <ColumnsForm name={name} read={view.read} />;
    case "unfit":
      return (
        <>
          <div role="alert" className={css("alarm")}>
            <p>{view.read.unfit === null ? "" : unfitSentence(view.read.unfit)}</p>
          </div>
          <ChangeColumns read={view.read} />
          <BadRows read={view.read} />
        </>
      );
    case "ready":
      return (
        <PanelBoundary>
          <Suspense fallback={<p role="status">{words.opening}</p>}>
            <Sliced report={view.report} />
          </Suspense>
          <ChangeColumns read={view.read} />
          <BadRows read={view.read} />
        </PanelBoundary>
      );
    case "stopped":
      return (
        <>
          <p role="status">{words.stopped}</p>
          <Again />
        </>
      );
    case "failed":
      return (
        <>
          <ErrorLine error={view.error} />
          <Again />
        </>
      );
  }
}

/** Rendered in slices: a thousand setups take longer than the page may be blocked. */
function Sliced({ report }: { report: PipelineReport }) {
  const shown = useDeferredValue<PipelineReport | null>(report, null);
  return shown === null ? <p role="status">{words.opening}</p> : <Report report={shown} />;
}

function Again() {
  const { pipeline } = useLab();
  return (
    <p>
      <Button onClick={() => void pipeline.again()}>{words.again}</Button>
    </p>
  );
}

function Working({ step, onStop }: { step: PipelineStep; onStop: () => void }) {
  const { done, total } = step;
  const said = words.step(step);
  return (
    <div className={css("working")}>
      <p role="status">{said}</p>
      <progress aria-label={said} {...(total === 0 ? {} : { value: done, max: total })} />
      <Button onClick={onStop}>{words.stop}</Button>
    </div>
  );
}

function ChangeColumns({ read }: { read: PipelineRead }) {
  const { pipeline } = useLab();
  if (read.columns.length === 0) return null;
  return (
    <p>
      <Button onClick={pipeline.askColumns}>{words.change}</Button>
    </p>
  );
}

function BadRows({ read: { bad, badCount } }: { read: PipelineRead }) {
  if (badCount === 0) return null;
  return (
    <details className={css("more")}>
      <summary>{words.bad(badCount)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className={css("scrolled")} tabIndex={0} aria-label={words.bad(badCount)}>
        <ul className={css("sentences")}>
          {bad.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may be named twice
            <li key={at}>{unreadSentence(one)}</li>
          ))}
          {badCount > bad.length ? <li>{words.badMore(badCount - bad.length)}</li> : null}
        </ul>
      </section>
    </details>
  );
}
