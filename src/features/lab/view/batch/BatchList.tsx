/** Every batch of this browser, newest first; or, with none, what the lab is for. */

import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../../ui-kit/ConfirmButton.tsx";
import { DamagedRows } from "../../../../ui-kit/Damaged.tsx";
import { OpenFile } from "../../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { BatchSummary } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { BatchRows } from "./BatchRows.tsx";
import sheet from "./Lab.module.css";
import { LabHeading } from "./LabHeading.tsx";
import listSheet from "./List.module.css";
import { LabError } from "./Section.tsx";

const css = classes({ ...sheet, ...listSheet });

export function BatchList({ onOwnQuestions }: { onOwnQuestions: () => void }) {
  const list = useLabState((state) => state.list);
  const lab = useLab();
  const batches = list.status === "ready" ? list.batches : [];
  const damaged = list.status === "ready" ? list.damaged : [];
  const empty = list.status === "ready" && batches.length === 0;
  const coming = list.status === "absent" || list.status === "loading";
  return (
    <div className={css("page")}>
      <LabHeading title={words.title}>
        {/* With no batches they stand further down: shown before that is known, they would move away. */}
        {empty || coming ? null : (
          <div className={css("tools")}>
            <NewBatchLink />
            <OpenReport />
          </div>
        )}
      </LabHeading>
      <LabError />
      {coming ? <p role="status">{words.loadingList}</p> : null}
      {list.status === "failed" ? (
        <p>
          <Button onClick={() => void lab.list()}>{words.again}</Button>
        </p>
      ) : null}
      {empty ? <Empty onOwnQuestions={onOwnQuestions} /> : null}
      {batches.length === 0 ? null : <Batches batches={batches} />}
      <DamagedRows kind="batch" ids={damaged} onRemove={(id) => lab.remove(id)} />
      <Memory />
    </div>
  );
}

function Batches({ batches }: { batches: readonly BatchSummary[] }) {
  return (
    <section aria-label={words.list}>
      <p className={css("soft")}>{words.batches(batches.length)}</p>
      <BatchRows batches={batches} />
    </section>
  );
}

function NewBatchLink() {
  return <Button onClick={() => navigate(paths.newBatch)}>{words.newBatch}</Button>;
}

function OpenReport() {
  const lab = useLab();
  async function open(file: File): Promise<void> {
    const id = await lab.importReport(file);
    if (id !== null) navigate(paths.batch(id));
  }
  return (
    <OpenFile label={words.openReport} accept=".json,.gz" onFile={(file) => void open(file)} />
  );
}

function Empty({ onOwnQuestions }: { onOwnQuestions: () => void }) {
  return (
    <section className={css("empty")} aria-labelledby="lab-empty">
      <h3 id="lab-empty">{words.emptyTitle}</h3>
      <p className={css("lead")}>{words.about}</p>
      <p className={css("tools")}>
        <Button main onClick={onOwnQuestions}>
          {words.tryOwn}
        </Button>
        <NewBatchLink />
        <OpenReport />
      </p>
      <p className={css("soft")}>
        {words.tryOwnHelp} {words.openReportHelp}
      </p>
    </section>
  );
}

/** What is forgotten has to be paid for again. */
function Memory() {
  const lab = useLab();
  const calls = useLabState((state) => state.rememberedCalls);
  if (calls === null || calls === 0) return null;
  return (
    <p className={css("memory")}>
      {words.remembered(calls)}{" "}
      <ConfirmButton
        open={words.forget}
        sure={words.forgetSure}
        keep={words.keep}
        onSure={() => void lab.forgetCalls()}
      />
    </p>
  );
}
