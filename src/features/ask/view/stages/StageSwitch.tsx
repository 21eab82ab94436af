/** One stage: who does it, as a segmented control; what the large model brings there, and for what. */
import { useEffect, useId } from "react";
import { useApp, useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import { moveSwitch, useSwitches } from "../../../../app/runtime/switches.ts";
import type { StageSample } from "../../../../evaluation/sample/summary.ts";
import { type PlanChoice, type Stage, stages } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import { seconds, spending } from "../../../../ui-kit/text/format.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { switchText as words } from "../../text/switchboard.ts";
import sheet from "./StageSwitch.module.css";

const css = classes(sheet);

const order: readonly PlanChoice[] = ["off", "small", "decide", "large"];

function isOffered(choice: PlanChoice, stage: Stage, canBeOff: boolean): boolean {
  if (choice === "off") return stage === "plan" && canBeOff;
  return stage !== "solve" || choice !== "decide";
}

export function StageSwitch(props: {
  stage: Stage;
  state: string;
  canBeOff: boolean;
  /** Null where it was not measured. */
  sample: StageSample | null;
  approximate: boolean;
  /** The large model that it was measured with, where another or another library is set; null where it is this one. */
  elsewhere: string | null;
}) {
  const { stage, state, canBeOff, sample, approximate, elsewhere } = props;
  const app = useApp();
  const chosen = useSwitches()[stage];
  const current = useRun((run) => run.trace.stageTiers[stage]);
  const pointOption = useView((view) => view.pointOption);
  // A switch that goes takes its preview along.
  useEffect(() => () => pointOption(null), [pointOption]);
  const name = useId();
  const choices = order.filter((choice) => isOffered(choice, stage, canBeOff));
  return (
    <fieldset className={css("switch", state, current, stage)}>
      <legend className={css("title")}>
        {text.stages.names[stage]}
        <span className={css("key")} aria-hidden="true">
          {stages.indexOf(stage) + 1}
        </span>
      </legend>
      <div className={css("segments")}>
        {choices.map((choice) => (
          <label
            key={choice}
            className={css(
              "choice",
              choice,
              choice === chosen && "isChosen",
              // The run on show may have gone by other switches than the person's own.
              choice === current && choice !== chosen && "isOfRun",
            )}
            // A finger that scrolls past wants to see nothing.
            onPointerEnter={({ pointerType }) =>
              pointerType === "touch" ? undefined : pointOption({ stage, choice })
            }
            onPointerLeave={() => pointOption(null)}
          >
            <input
              type="radio"
              className={css("input")}
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => moveSwitch(app, stage, choice)}
              onFocus={() => pointOption({ stage, choice })}
              onBlur={() => pointOption(null)}
              aria-label={
                choice === "off" ? methodText.nobodyLong : text.stages.choicesLong[choice]
              }
            />
            {choice === "off" ? null : <TierIcon tier={choice} size={18} />}
            <span className={css(choice !== "off" && "word")}>
              {choice === "off" ? methodText.nobody : text.stages.choices[choice]}
            </span>
          </label>
        ))}
      </div>
      <Return sample={sample} approximate={approximate} elsewhere={elsewhere} />
      <LastRun stage={stage} chosen={chosen} />
    </fieldset>
  );
}

function Return(props: {
  sample: StageSample | null;
  approximate: boolean;
  elsewhere: string | null;
}) {
  const { sample, approximate, elsewhere } = props;
  if (sample === null) return <p className={css("return")}>{"\u00a0"}</p>;
  const [count = "", ...unit] = words.points(sample.gain).split(" ");
  return (
    <p className={css("return", elsewhere !== null && "isElsewhere")}>
      <span className={css("points")}>
        <span className={css("mark")} aria-hidden="true" /> {count}{" "}
        <span className={css("unit")}>{unit.join(" ")}</span>
      </span>{" "}
      <span>{words.interval(sample)}</span>{" "}
      <span className={css("verdict")}>{words.verdict(sample)}</span>{" "}
      {elsewhere === null ? (
        <span className={css("wide", "cost")}>
          <span>{words.costs(sample.usd, approximate)}</span> <CeilingOf ceiling={sample.ceiling} />
        </span>
      ) : (
        <span className={css("cost")}>
          <span className={css("wide")}>{words.elsewhere(elsewhere)}</span> {words.notYours}
        </span>
      )}
    </p>
  );
}

/** A hollow mark for what nobody has. Nothing where it was not measured. */
function CeilingOf({ ceiling }: { ceiling: StageSample["ceiling"] }) {
  if (ceiling === undefined) return null;
  return (
    <span className={css("ceiling")}>
      <span className={css("mark", "isHollow")} aria-hidden="true" /> {words.ceiling(ceiling.gain)}
    </span>
  );
}

/** Who did it in the run on show, where the switch says otherwise; what it cost, and what was decided. */
function LastRun({ stage, chosen }: { stage: Stage; chosen: PlanChoice }) {
  const entry = useRun((state) => state.ledger.byStage[stage]);
  const doer = useRun((state) => state.trace.stageTiers[stage]);
  const decision = useRun((state) => state.trace.decisions.findLast((one) => one.stage === stage));
  const computed = useRun((state) => stage === "summarise" && state.trace.arithmetic !== null);
  const time = seconds(entry.localSeconds + entry.remoteSeconds);
  const none = entry.calls === 0 && entry.retrievals === 0;
  const free = entry.usd === 0 && entry.unknownUsdCalls === 0;
  const other = doer === undefined || doer === chosen || decision !== undefined ? null : doer;
  return (
    <p className={css("last")}>
      {none
        ? computed
          ? text.stages.computed
          : "\u00a0"
        : words.lastRun(other, free ? words.free : spending(entry), time)}
      {decision === undefined
        ? null
        : ` · ${text.stages.decided(decision.chosen, decision.aloneProbability, decision.threshold)}`}
    </p>
  );
}
