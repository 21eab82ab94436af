/** Where the stages of a batch stand that runs until it is settled. */
import { leastQuestions } from "../../../../evaluation/statistics/sample-size.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { stageNames } from "../../../../ui-kit/text/stages.ts";
import type { OpenBatch } from "../../state.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import sheet from "./Lab.module.css";

const css = classes(sheet);

export function SettlingPart({ open }: { open: OpenBatch }) {
  const { settling, phase } = open.progress;
  const { spared = 0 } = open.batch;
  if (settling === null) return <p className={css("soft")}>{words.firstLook(leastQuestions)}</p>;
  return (
    <>
      {phase === "done" && spared > 0 ? <p>{words.spared(spared)}</p> : null}
      <dl className={css("facts")} aria-label={words.settlingTitle}>
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
    </>
  );
}
