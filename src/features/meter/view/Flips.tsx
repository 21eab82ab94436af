import { useMemo } from "react";
import { useSettings } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import type { PlanChoice, Stage } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { type Flip, predictFlip } from "../estimate.ts";
import { estimateText } from "../text/estimate.ts";
import sheet from "./Flips.module.css";
import { useSimilarityKey } from "./use-like.ts";

const css = classes(sheet);

export function Flips({ stage, choices }: { stage: Stage; choices: readonly PlanChoice[] }) {
  const rows = useHistory((state) => state.runs);
  const canPay = useSettings((state) => isConfigured(state.large));
  const like = useSimilarityKey();
  const flips = useMemo(() => {
    if (like === null) return [];
    return choices
      .filter((choice) => choice !== like.settings[stage] && (canPay || !isPaid(choice)))
      .map((choice) => predictFlip(rows, like, stage, choice));
  }, [rows, like, stage, choices, canPay]);
  if (flips.every(isUnknown)) return null;
  return (
    <ul className={css("flips")} aria-label={estimateText.flips}>
      {flips.map((flip) => (
        <FlipLine key={flip.choice} flip={flip} />
      ))}
    </ul>
  );
}

function FlipLine({ flip: { choice, usd, seconds, repriced } }: { flip: Flip }) {
  const long = estimateText.changeLong(usd, seconds);
  return (
    <li title={long}>
      {estimateText.choices[choice]}:{" "}
      <span aria-hidden="true">
        {estimateText.change(usd?.middle ?? null, repriced, seconds?.middle ?? null)}
      </span>
      <span className="visually-hidden">{long}</span>
    </li>
  );
}

function isPaid(choice: PlanChoice): boolean {
  return choice === "large" || choice === "decide";
}

function isUnknown({ usd, seconds }: Flip): boolean {
  return usd === null && seconds === null;
}
