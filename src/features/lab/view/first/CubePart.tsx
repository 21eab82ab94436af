/**
 * The cube with its switches, the effect of the last flip, the interaction in words, and a table.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { stagesOf, switched } from "../../../../evaluation/analysis/combination-ids.ts";
import type { Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { signedPoints } from "../../../../ui-kit/text/format.ts";
import {
  costPhrase,
  interactionText,
  signedRange,
  walkText,
  firstScreenText as words,
} from "../../text/first-screen.ts";
import { points } from "../../text/lab-analysis.ts";
import { ConfigurationMark, tiersOf } from "../analysis/ConfigurationMark.tsx";
import { Scroll } from "../analysis/Scroll.tsx";
import { useAnalysis, useAnalysisContext } from "../analysis/use-analysis.ts";
import { flipBetween } from "../pictures/lab-cube.ts";
import { CubePicture, type Walk } from "./CubePicture.tsx";
import { css } from "./css.ts";
import { StageLine } from "./VerdictCards.tsx";

export function CubePart({ verdicts, pricing }: { verdicts: Verdicts; pricing: ReactNode }) {
  const { store } = useAnalysisContext();
  const chosen = useAnalysis((state) => state.configuration);
  const id = verdicts.corners.some((corner) => corner.id === chosen) ? chosen : null;
  const walk = useWalk(verdicts, id);
  const flip = (stage: Stage) => {
    const at = id ?? verdicts.corners[0]?.id;
    if (at === undefined) return;
    const to = switched(at, stage, tiersOf(at)[stage] === "large" ? "S" : "L");
    store.choose({ configuration: to });
  };
  return (
    <section className={css("cube")} aria-labelledby="lab-cube">
      <header>
        <h3 id="lab-cube">{words.cube}</h3>
        {pricing}
      </header>
      <CubePicture verdicts={verdicts} chosen={id} walk={walk} onFlip={flip} />
      <fieldset className={css("switches")} aria-label={words.switches}>
        {stagesOf(verdicts.corners[0]?.id ?? "---").map((stage, at) => (
          <StageSwitch
            key={stage}
            stage={stage}
            digit={at + 1}
            large={id !== null && tiersOf(id)[stage] === "large"}
            onFlip={() => flip(stage)}
          />
        ))}
      </fieldset>
      <p className={css("walk")} role="status">
        {walk === null ? "" : walkText(walk.flip, walk.toLarge, verdicts.cost)}
      </p>
      <p className={css("interaction")}>{interactionText(verdicts.interactions)}</p>
      <p className={css("quiet")}>{words.cubeHelp}</p>
      <details className={css("more")}>
        <summary>{words.table}</summary>
        <CornerTable verdicts={verdicts} chosen={id} />
      </details>
    </section>
  );
}

/** The flip that led to the chosen one; null at first, and after a jump. */
function useWalk({ flips }: Verdicts, chosen: string | null): Walk | null {
  const last = useRef(chosen);
  const [walk, setWalk] = useState<Walk | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = chosen;
    if (before === chosen) return;
    setWalk(before === null || chosen === null ? null : flipBetween(flips, before, chosen));
  }, [flips, chosen]);
  return walk;
}

function StageSwitch(props: { stage: Stage; digit: number; large: boolean; onFlip: () => void }) {
  const { stage, digit, large, onFlip } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={large}
      aria-label={words.switch(stage)}
      className={css("switch", stage, large && "isLarge")}
      onClick={onFlip}
    >
      <StageLine stage={stage} />
      <strong>{words.cardOf(stage)}</strong>
      <span className={css("sides")} aria-hidden="true">
        <span className={css(!large && "isOn")}>{words.small}</span>
        <span className={css(large && "isOn")}>{words.large}</span>
      </span>
      <span className={css("keycap")} aria-hidden="true">
        {digit}
      </span>
    </button>
  );
}

function CornerTable({ verdicts, chosen }: { verdicts: Verdicts; chosen: string | null }) {
  const { store } = useAnalysisContext();
  const head = words.tableHead;
  return (
    <Scroll label={words.cube}>
      <table className={css("table")}>
        <caption className="visually-hidden">{words.cube}</caption>
        <thead>
          <tr>
            <th scope="col">{head.setup}</th>
            <th scope="col">{words.axisY(verdicts.metric)}</th>
            <th scope="col">{head.quality}</th>
            <th scope="col">{head.cost}</th>
            <th scope="col">{head.gain}</th>
            <th scope="col">{head.interval}</th>
          </tr>
        </thead>
        <tbody>
          {verdicts.corners.map(({ id, quality, cost, gain }, at) => (
            <tr key={id} className={css(id === chosen && "isChosen")}>
              <th scope="row">
                <button
                  type="button"
                  className={css("rowButton")}
                  aria-pressed={id === chosen}
                  onClick={() => store.choose({ configuration: id })}
                >
                  <ConfigurationMark settings={tiersOf(id)} />
                  {words.flips(id).replace(/^.*→ /u, "")}
                </button>
              </th>
              <td>{points(quality.mean)}</td>
              <td>
                {points(quality.low)} to {points(quality.high)}
              </td>
              <td>{costPhrase(verdicts.cost, cost)}</td>
              <td>{at === 0 ? "" : signedPoints(gain.mean)}</td>
              <td>{at === 0 ? "" : signedRange(gain)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
