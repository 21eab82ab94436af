/** Three cards, one per stage: the large model's gain, its interval, its cost, and advice. */
import type { Ceiling, StageVerdict, Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { CeilingLine } from "./CeilingLine.tsx";
import { css } from "./css.ts";
import { usePointed } from "./first-context.ts";
import { IntervalBar } from "./IntervalBar.tsx";

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
      <IntervalBar gain={gain} reach={reach} />
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
