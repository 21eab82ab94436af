/** The Lab on arrival: a shipped report, ways to run one's own, and one's batches. */
import { Suspense, useContext, useState } from "react";
import { features } from "../../../../app/runtime/features.ts";
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import type { ShippedReport } from "../../../../evaluation/shipped/shipped-report.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { FeatureButtons } from "../../../../ui-kit/FeatureButtons.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { dropOf } from "../../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import sheet from "../batch/Lab.module.css";
import { LabHeading } from "../batch/LabHeading.tsx";
import { ErrorLine } from "../batch/Section.tsx";
import { LabHolder } from "../lab-context.ts";
import { OpenRuns, useOpenRuns } from "./OpenRuns.tsx";
import { ShippedView } from "./ShippedView.tsx";
import { useShippedList } from "./use-shipped.ts";

const css = classes(sheet);

const OwnBatches = lazyPart(async () => (await import("../batch/BatchList.tsx")).OwnBatches);

/** `reportId`: which shipped report; null for the first. Its picture does not wait for the Lab. */
export function LabHome({ reportId }: { reportId: string | null }) {
  const isOpen = useContext(LabHolder) !== null;
  const [attempt, setAttempt] = useState(0);
  const list = useShippedList(attempt);
  const reports = list.status === "ready" ? list.reports : [];
  const openRuns = useOpenRuns();
  const shown = reports.find(({ id }) => id === reportId) ?? reports[0] ?? null;
  return (
    // Dropping is an extra; the button works by keys.
    <div className={css("page", "home")} {...dropOf((file) => void openRuns(file))}>
      <LabHeading title={words.title}>
        <Tools reports={reports} shown={shown} />
      </LabHeading>
      {list.status === "failed" ? (
        <>
          <ErrorLine error={list.error} />
          <p>
            <Button onClick={() => setAttempt(attempt + 1)}>{words.again}</Button>
          </p>
        </>
      ) : null}
      <div className={css("sample")}>
        {shown === null ? null : (
          <>
            <p className={css("about")}>
              <span>{words.sample(shown.title, shown)}</span>
              {shown.large === null ? null : <span>{words.ownServer}</span>}
            </p>
            <ShippedView key={shown.id} report={shown} />
          </>
        )}
      </div>
      <Suspense fallback={null}>{isOpen ? <OwnBatches /> : null}</Suspense>
      <SeeAlso />
    </div>
  );
}

function Tools(props: { reports: readonly ShippedReport[]; shown: ShippedReport | null }) {
  const { reports, shown } = props;
  return (
    <div className={css("tools", "homeTools")}>
      <Button main onClick={() => navigate(paths.newBatch)}>
        {words.run}
      </Button>
      <SelectField
        label={words.report}
        value={shown?.id ?? ""}
        options={
          shown === null
            ? [{ value: "", label: words.opening }]
            : reports.map((one) => ({ value: one.id, label: words.reportName(one.title, one) }))
        }
        onChange={(id) => navigate(paths.sample(id))}
      />
      <OpenRuns />
    </div>
  );
}

/** Rarely used tools, linked from here and the palette. */
function SeeAlso() {
  if (features.all.every(({ buttons }) => buttons?.labels.lab === undefined)) return null;
  return (
    <p className={css("tools")}>
      <span className={css("soft")}>{words.tools}</span>
      <FeatureButtons at="lab" />
    </p>
  );
}
