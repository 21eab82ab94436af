/** Every batch of this browser, newest first. */
import { useEffect, useState } from "react";
import { paths } from "../../../../app/runtime/routes.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../../ui-kit/ConfirmButton.tsx";
import { DamagedRows } from "../../../../ui-kit/Damaged.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { BatchSummary } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { BatchRows } from "./BatchRows.tsx";
import sheet from "./Lab.module.css";
import listSheet from "./List.module.css";
import { LabError } from "./Section.tsx";

const css = classes({ ...sheet, ...listSheet });

export function OwnBatches() {
  const list = useLabState((state) => state.list);
  const lab = useLab();
  const batches = list.status === "ready" ? list.batches : [];
  const damaged = list.status === "ready" ? list.damaged : [];
  return (
    <>
      <LabError />
      {list.status === "failed" ? (
        <p>
          <Button onClick={() => void lab.list()}>{words.again}</Button>
        </p>
      ) : null}
      {batches.length === 0 ? null : <Batches batches={batches} />}
      <KeptRuns />
      <DamagedRows kind="batch" ids={damaged} onRemove={(id) => lab.remove(id)} />
      <Memory />
    </>
  );
}

function Batches({ batches }: { batches: readonly BatchSummary[] }) {
  return (
    <section aria-labelledby="lab-own">
      <h3 id="lab-own">{words.list}</h3>
      <p className={css("soft")}>{words.batches(batches.length)}</p>
      <BatchRows batches={batches} />
    </section>
  );
}

/** The file of another agent's runs that was opened last. */
function KeptRuns() {
  const { pipeline } = useLab();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => void pipeline.keptName().then(setName), [pipeline]);
  if (name === null) return null;
  return (
    <p>
      {words.keptRuns}{" "}
      <a href={paths.pipeline} dir="auto">
        {name}
      </a>
    </p>
  );
}

/** Cached calls that are deleted have to be paid for again. */
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
