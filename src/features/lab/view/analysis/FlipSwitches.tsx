/** The chosen configuration as three switches; each press selects its neighbour in that stage. */

import type { LabBatch } from "../../../../evaluation/types.ts";
import { type Stage, stages } from "../../../../log/types.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import { flipped } from "../../analysis.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

export function FlipSwitches({ batch }: { batch: LabBatch }) {
  const id = useAnalysis((state) => state.configuration);
  const own = batch.configurations.find((one) => one.id === id);
  const able = stages.filter((stage) => flipped(batch, id, stage) !== null);
  if (own === undefined || able.length === 0) return null;
  return (
    <fieldset aria-label={words.flipTitle} className={css("switches")}>
      {stages.map((stage) => (
        <FlipSwitch
          key={stage}
          stage={stage}
          tier={own.settings[stage]}
          able={able.includes(stage)}
        />
      ))}
    </fieldset>
  );
}

function FlipSwitch(props: {
  stage: Stage;
  tier: "off" | "small" | "large" | "decide";
  able: boolean;
}) {
  const { stage, tier, able } = props;
  const { store } = useAnalysisContext();
  return (
    <button
      type="button"
      className={css("switch")}
      disabled={!able}
      aria-label={able ? words.flip(stage, words.tiers[tier]) : words.flipMissing(stage)}
      onClick={() => store.flip(stage)}
    >
      {tier === "off" ? null : <TierIcon tier={tier} />}
      <span>
        <strong>{words.stages[stage]}</strong> {words.tiers[tier]}
      </span>
    </button>
  );
}
