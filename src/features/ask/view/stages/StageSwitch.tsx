/** One stage: who does it, as a radio group on its rails, and what it cost last time. */
import { Suspense, useId } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useRun, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { PlanChoice, Stage } from "../../../../log/types.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import { seconds, spending } from "../../../../ui-kit/text/format.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { useIdle } from "../../../../ui-kit/when-idle.ts";
import { ProblemNotes } from "./ProblemNotes.tsx";
import sheet from "./StageSwitch.module.css";

const css = classes(sheet);

const Flips = lazyView(async (parts) => (await parts.flips()).Flips);

/** From the dear rail at the top to the free one, and nobody's under it. */
const railOrder: readonly PlanChoice[] = ["large", "decide", "small", "off"];

export function railOf(choice: PlanChoice): number {
  return railOrder.indexOf(choice);
}

function isOffered(choice: PlanChoice, stage: Stage, canBeOff: boolean): boolean {
  if (choice === "off") return stage === "plan" && canBeOff;
  return stage !== "solve" || choice !== "decide";
}

export function StageSwitch(props: { stage: Stage; state: string; canBeOff: boolean }) {
  const { stage, state, canBeOff } = props;
  const chosen = useSettings((settings) => settings.run[stage]);
  const setStage = useSettings((settings) => settings.setStage);
  const current = useRun((run) => run.trace.stageTiers[stage]);
  const idle = useIdle();
  const name = useId();
  const choices = railOrder.filter((choice) => isOffered(choice, stage, canBeOff));
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
              choice === "decide" ? current : choice,
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
              aria-label={
                choice === "off" ? methodText.nobodyLong : text.stages.choicesLong[choice]
              }
            />
            <Station choice={choice} />
          </label>
        ))}
      </div>
      <LastCost stage={stage} />
      {idle ? (
        <PanelBoundary quiet>
          <Suspense fallback={null}>
            <Flips stage={stage} choices={choices} />
          </Suspense>
        </PanelBoundary>
      ) : null}
      <ProblemNotes place={stage} />
    </fieldset>
  );
}

function Station({ choice }: { choice: PlanChoice }) {
  return (
    <span className={css("station")}>
      {choice === "off" ? <Nobody /> : <TierIcon tier={choice} />}
      <span>{choice === "off" ? methodText.nobody : text.stages.choices[choice]}</span>
    </span>
  );
}

function Nobody() {
  return (
    <svg
      className={css("nobody")}
      viewBox="-15 -15 30 30"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <circle r="12" />
      <path d="M-5,0h10" />
    </svg>
  );
}

function LastCost({ stage }: { stage: Stage }) {
  const entry = useRun((state) => state.ledger.byStage[stage]);
  const decision = useRun((state) => state.trace.decisions.findLast((one) => one.stage === stage));
  const computed = useRun((state) => stage === "summarise" && state.trace.arithmetic !== null);
  const time = entry.localSeconds + entry.remoteSeconds;
  // The small model may answer at a server, and a service may search.
  const elsewhere = entry.largeCalls > 0 || entry.remoteSeconds > 0;
  return (
    <p className={css("cost")}>
      {entry.calls === 0 && entry.retrievals === 0 ? (
        <span className={css("none")}>{computed ? text.stages.computed : text.stages.notRun}</span>
      ) : elsewhere ? (
        text.stages.paidCost(spending(entry), time)
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
