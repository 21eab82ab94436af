/** A hollow mark for what nobody has: what a perfect stage would bring. */
import type { Ceiling } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { css } from "./css.ts";

/** Nothing where no ceiling of the stage was measured. */
export function CeilingLine({ ceilings, stage }: { ceilings: readonly Ceiling[]; stage: Stage }) {
  const ceiling = ceilings.find((one) => one.stage === stage);
  if (ceiling === undefined) return null;
  return (
    <p className={css("ceiling", stage)}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4.5" />
      </svg>
      {words.ceiling(ceiling)}
    </p>
  );
}

/** Of a report without a large model, whose cards there are none. */
export function CeilingList({ ceilings }: { ceilings: readonly Ceiling[] }) {
  if (ceilings.length === 0) return null;
  return (
    <section aria-label={words.ceilings}>
      <h3>{words.ceilings}</h3>
      {ceilings.map(({ stage }) => (
        <CeilingLine key={stage} ceilings={ceilings} stage={stage} />
      ))}
    </section>
  );
}
