/** One stage: who does it, as a radio group on three rails, and what it cost last time. */
import { useId } from "react";
import type { Stage, TierChoice } from "../../core/types.ts";
import { useRun, useSettings } from "../shared/runtime-context.ts";
import { WorkerMark } from "../shared/WorkerMark.tsx";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { seconds, unknown, usd } from "../text/format.ts";
import sheet from "./StageSwitch.module.css";

const css = classes(sheet);

/** From the dear rail at the top to the free one at the bottom. */
const railOrder: readonly TierChoice[] = ["large", "decide", "small"];

export function railOf(choice: TierChoice): number {
  return railOrder.indexOf(choice);
}

export function StageSwitch({ stage, state }: { stage: Stage; state: string }) {
  const chosen = useSettings((settings) => settings.run[stage]);
  const setStage = useSettings((settings) => settings.setStage);
  const doer = useRun((run) => run.trace.stageTiers[stage]);
  const name = useId();
  const choices = railOrder.filter((choice) => stage !== "solve" || choice !== "decide");
  return (
    <fieldset className={css("switch", state)}>
      <legend className={css("title")}>{text.stages.names[stage]}</legend>
      <div className={css("rails")}>
        {choices.map((choice) => (
          <label
            key={choice}
            className={css(
              "choice",
              choice === chosen && "isChosen",
              // Once decided, the line takes the colour of who does it.
              choice === "decide" ? doer : choice,
            )}
            style={{ gridRow: railOf(choice) + 1 }}
          >
            <input
              type="radio"
              className={css("input")}
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => setStage(stage, choice)}
              aria-label={text.stages.choicesLong[choice]}
            />
            <span className={css("station")}>
              <WorkerMark tier={choice} />
              <span>{text.stages.choices[choice]}</span>
            </span>
          </label>
        ))}
      </div>
      <LastCost stage={stage} />
    </fieldset>
  );
}

function LastCost({ stage }: { stage: Stage }) {
  const entry = useRun((state) => state.ledger.byStage[stage]);
  const decision = useRun((state) => state.trace.decisions.findLast((one) => one.stage === stage));
  const time = entry.localSeconds + entry.remoteSeconds;
  const paid = entry.largeCalls > 0;
  return (
    <p className={css("cost")}>
      {entry.calls === 0 && entry.retrievals === 0 ? (
        <span className={css("none")}>{text.stages.notRun}</span>
      ) : paid ? (
        text.stages.paidCost(entry.unknownUsdCalls > 0 ? unknown : usd(entry.usd), time)
      ) : (
        text.stages.localCost(time)
      )}
      {decision === undefined ? null : (
        <span className={css("decided")}>
          {text.stages.decided(decision.chosen, decision.aloneProbability, decision.threshold)}
        </span>
      )}
      {entry.calls > 0 ? <span className="visually-hidden">{seconds(time)}</span> : null}
    </p>
  );
}
