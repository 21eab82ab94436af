/** Hollow mark for the gain of a hypothetical perfect stage. */
import type { Ceiling } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { css } from "./css.ts";

/** Renders nothing if the stage's ceiling was not measured. */
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

/** For a report without a large model, which has no cards. */
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
