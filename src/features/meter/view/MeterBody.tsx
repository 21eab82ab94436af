import { memo, useDeferredValue } from "react";
import { useDevice, useRun, useSettings } from "../../../app/runtime/runtime-context.ts";
import { counterfactuals } from "../../../folds/counterfactual.ts";
import { knownUsd, type Ledger } from "../../../folds/ledger.ts";
import type { PlanChoice, Stage } from "../../../log/types.ts";
import { comparisonPrice } from "../../../session/comparison-price.ts";
import { useMethod } from "../../../ui-kit/use-problems.ts";
import { Counts } from "./Counts.tsx";
import { Flips } from "./Flips.tsx";
import { Saved } from "./Saved.tsx";
import { StageBar } from "./StageBar.tsx";
import { WhatIf } from "./WhatIf.tsx";

/** The figures render in a task of their own, after the tree. */
export function MeterBody() {
  return <Figures ledger={useDeferredValue(useRun((state) => state.ledger))} />;
}

const Figures = memo(function Figures({ ledger }: { ledger: Ledger }) {
  const large = useRun((state) => state.trace.start?.large?.price ?? null);
  const prices = useDevice((state) => state.prices);
  const reference = useSettings((state) => state.referencePrice);
  const otherwise = counterfactuals(ledger, comparisonPrice(large, prices, reference));
  const spent = knownUsd(ledger.total);
  const method = useMethod();
  const shown = method?.stages ?? [];
  return (
    <>
      <Saved spent={spent} allLarge={otherwise.allLargeUsd} ownPrice={large !== null} />
      <StageBar byStage={ledger.byStage} />
      <div>
        {shown.map((stage) => (
          <Flips key={stage} stage={stage} choices={choicesOf(stage)} />
        ))}
      </div>
      <Counts ledger={ledger} />
      <WhatIf otherwise={otherwise} total={ledger.total} />
    </>
  );
});

function choicesOf(stage: Stage): PlanChoice[] {
  return stage === "solve" ? ["large", "small"] : ["large", "decide", "small"];
}
