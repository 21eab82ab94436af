/** One stage as a segmented control, with the large model's gain and cost there. */
import { useEffect, useId } from "react";
import { useApp, useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import { moveSwitch, useSwitches } from "../../../../app/runtime/switches.ts";
import type { StageSample } from "../../../../evaluation/sample/summary.ts";
import { type PlanChoice, type Stage, stages } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
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
  sample: StageSample | null;
  approximate: boolean;
  /**
   * The measured large model, if the current model or library differs from the measured one;
   * otherwise null.
   */
  elsewhere: string | null;
}) {
  const { stage, state, canBeOff, sample, approximate, elsewhere } = props;
  const app = useApp();
  const chosen = useSwitches()[stage];
  const current = useRun((run) => run.trace.stageTiers[stage]);
  const pointOption = useView((view) => view.pointOption);
  useEffect(() => () => pointOption(null), [pointOption]);
  const name = useId();
  const choices = order.filter((choice) => isOffered(choice, stage, canBeOff));
  return (
    <fieldset className={css("switch", state, current, stage)}>
      <legend className={css("title")}>
        {sample === null ? null : <span className={css("mark")} aria-hidden="true" />}
        {text.stages.names[stage]}
        <span
          className={css("key")}
          title={words.key(stages.indexOf(stage) + 1)}
          aria-hidden="true"
        >
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
              choice === current && choice !== chosen && "isOfRun",
            )}
            // Ignores touch: a finger that scrolls past wants no preview.
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
              aria-label={choice === "off" ? methodText.noPlan : text.stages.choicesLong[choice]}
            />
            {choice === "off" ? null : <TierIcon tier={choice} size={18} />}
            <span className={css(choice !== "off" && "word")}>
              {choice === "off" ? methodText.nobody : text.stages.choices[choice]}
            </span>
          </label>
        ))}
      </div>
      <Return stage={stage} sample={sample} approximate={approximate} elsewhere={elsewhere} />
    </fieldset>
  );
}

function Return(props: {
  stage: Stage;
  sample: StageSample | null;
  approximate: boolean;
  elsewhere: string | null;
}) {
  const { stage, sample, approximate, elsewhere } = props;
  const decided = <Decided stage={stage} />;
  if (sample === null) return <p className={css("return")}>{decided}</p>;
  return (
    <p className={css("return", elsewhere !== null && "isElsewhere")}>
      <span className={css("points")}>
        <TierIcon tier="large" size={12} />{" "}
        <span className="visually-hidden">{words.ifLarge} </span>
        {words.points(sample.gain)}
      </span>{" "}
      <span className={css("average")}>{words.onAverage}</span>{" "}
      <span className={css("verdict")}>{words.verdict(sample)}</span> {decided}{" "}
      {elsewhere === null ? (
        <span className={css("wide", "cost")}>
          <span>{words.interval(sample)}</span> <span>{words.costs(sample.usd, approximate)}</span>{" "}
          <CeilingOf ceiling={sample.ceiling} />
        </span>
      ) : (
        <span className={css("cost")}>
          <span className={css("wide")}>{words.elsewhere(elsewhere)}</span> {words.notYours}
        </span>
      )}
    </p>
  );
}

/** Hollow mark for the upper bound of a perfect model. Renders nothing if it was not measured. */
function CeilingOf({ ceiling }: { ceiling: StageSample["ceiling"] }) {
  if (ceiling === undefined) return null;
  return (
    <span className={css("ceiling")}>
      <span className={css("mark", "isHollow")} aria-hidden="true" /> {words.ceiling(ceiling.gain)}
    </span>
  );
}

/** What the displayed run decided for the stage, or that it used no model there. */
function Decided({ stage }: { stage: Stage }) {
  const decision = useRun((state) => state.trace.decisions.findLast((one) => one.stage === stage));
  const computed = useRun((state) => stage === "summarise" && state.trace.arithmetic !== null);
  if (decision === undefined) return computed ? <span>{text.stages.computed}</span> : null;
  const { chosen, aloneProbability, threshold } = decision;
  return <span>{text.stages.decided(chosen, aloneProbability, threshold)}</span>;
}
