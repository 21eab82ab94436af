/** Three cards, one per stage: the large model's gain, its interval, its cost, and advice. */
import type { Ceiling, Interval, StageVerdict, Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { CeilingLine } from "./CeilingLine.tsx";
import { css } from "./css.ts";
import { usePointed } from "./first-context.ts";

export function VerdictCards(props: { verdicts: Verdicts; ceilings: readonly Ceiling[] }) {
  const { verdicts, ceilings } = props;
  const reach = Math.max(
    ...verdicts.stages.flatMap(({ gain }) => [Math.abs(gain.low), Math.abs(gain.high)]),
    0.01,
  );
  return verdicts.stages.map((verdict) => (
    <Card key={verdict.stage} {...{ verdict, verdicts, ceilings, reach }} />
  ));
}

function Card(props: {
  verdict: StageVerdict;
  verdicts: Verdicts;
  ceilings: readonly Ceiling[];
  reach: number;
}) {
  const { verdict, verdicts, ceilings, reach } = props;
  const { stage, gain, cost } = verdict;
  const { lit, light } = usePointed();
  const settling = words.settling(verdict);
  return (
    // The button inside does the same by keyboard and by a tap.
    <section
      aria-label={words.cardOf(stage)}
      className={css("card", stage, lit === stage && "isLit")}
      onPointerEnter={() => light(stage)}
      onPointerLeave={() => light(null)}
    >
      <h3>
        <button
          type="button"
          className={css("cardName")}
          aria-label={words.lights(stage)}
          onFocus={() => light(stage)}
          onBlur={() => light(null)}
          onClick={() => light(stage)}
        >
          <StageLine stage={stage} />
          {words.cardOf(stage)}
        </button>
        <span className={css("gain")}>{words.points(gain.mean)}</span>
      </h3>
      <IntervalBar gain={gain} reach={reach} stage={stage} />
      <p className={css("figures")}>
        <span>{words.range(gain)}</span>
        <span>{words.extra(verdicts.cost, cost?.mean ?? null)}</span>
      </p>
      <p className={css("advice")}>
        {words.advice(verdict)} {settling === "" ? null : <small>{settling}</small>}
      </p>
      <CeilingLine ceilings={ceilings} stage={stage} />
    </section>
  );
}

export function StageLine({ stage }: { stage: Stage }) {
  return (
    <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
      <path className={css("edge", stage)} d="M1,4H25" />
    </svg>
  );
}

/** All bars of a report share one scale, with 0 in the middle. */
function IntervalBar({ gain, reach, stage }: { gain: Interval; reach: number; stage: Stage }) {
  const at = (value: number) => 50 + (48 * value) / reach;
  return (
    <svg
      className={css("bar")}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      width="100%"
      height="14"
      aria-hidden="true"
    >
      <path className={css("barZero")} d="M50,0V14" />
      <rect
        className={css("barSpan", stage)}
        x={at(gain.low)}
        y="5"
        width={Math.max(0.5, at(gain.high) - at(gain.low))}
        height="4"
      />
      <rect
        className={css("barMean", stage)}
        x={at(gain.mean) - 0.7}
        y="1"
        width="1.4"
        height="12"
      />
    </svg>
  );
}
