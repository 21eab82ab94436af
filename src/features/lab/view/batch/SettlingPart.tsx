/** The last look at a batch that runs until it is settled: each stage’s verdict. */
import { useMemo } from "react";
import { restUsd } from "../../../../evaluation/batch/rest-cost.ts";
import { leastQuestions } from "../../../../evaluation/statistics/sample-size.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { stageNames } from "../../../../ui-kit/text/stages.ts";
import type { OpenBatch } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";

const css = classes({ ...sheet, ...formSheet });

export function SettlingPart({ open }: { open: OpenBatch }) {
  const { settling, phase } = open.progress;
  const { spared = 0 } = open.batch;
  if (settling === null) {
    return (
      <>
        <p className={css("soft")}>{words.firstLook(leastQuestions)}</p>
        <Rest open={open} />
      </>
    );
  }
  return (
    <>
      {phase === "done" && spared > 0 ? <p>{words.spared(spared)}</p> : null}
      <dl className={css("facts")}>
        {settling.stages.map(({ stage, state, chance }) => (
          <div key={stage}>
            <dt>{stageNames[stage]}</dt>
            <dd>{words.settling[state](chance)}</dd>
          </div>
        ))}
      </dl>
      {phase === "done" && spared === 0 ? null : (
        <p className={css("soft")}>{words.settlingBasis}</p>
      )}
      <Rest open={open} />
    </>
  );
}

/** Only while it runs; the panel of a paused batch has an estimate. */
function Rest({ open: { batch, results, progress, imported } }: { open: OpenBatch }) {
  const { phase } = progress;
  const runs = phase !== "idle" && phase !== "paused" && phase !== "done";
  const rest = useMemo(() => restUsd(batch, results), [batch, results]);
  if (imported || !runs) return null;
  return <p className={css("soft")}>{words.restAtMost(rest)}</p>;
}
