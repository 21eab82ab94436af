/** What the run costs while it runs, and what it spared. */
import { counterfactuals } from "../../core/folds/counterfactual.ts";
import type { Entry } from "../../core/folds/ledger.ts";
import { comparisonPrice } from "../../state/runtime.ts";
import { useDevice, useRun, useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { about, unknown, usd } from "../text/format.ts";
import { Counts } from "./Counts.tsx";
import sheet from "./Meter.module.css";
import { Saved } from "./Saved.tsx";
import { StageBar } from "./StageBar.tsx";
import { WhatIf } from "./WhatIf.tsx";

const css = classes(sheet);

export function Meter() {
  const ledger = useRun((state) => state.ledger);
  const large = useRun((state) => state.trace.start?.large?.price ?? null);
  const prices = useDevice((state) => state.prices);
  const reference = useSettings((state) => state.referencePrice);
  const price = comparisonPrice(large, prices, reference);
  const idle = ledger.charges.length === 0;
  const otherwise = counterfactuals(ledger, price);
  return (
    <aside className={css("meter")} aria-labelledby="meter-title">
      <h2 id="meter-title" className={css("title")}>
        {text.meter.title}
      </h2>
      <Spent entry={ledger.total} />
      {idle ? (
        <p className={css("soft")}>{text.meter.idle}</p>
      ) : (
        <>
          <Saved
            spent={spentOf(ledger.total)}
            allLarge={otherwise.allLargeUsd}
            ownPrice={large !== null}
          />
          <StageBar byStage={ledger.byStage} />
          <Counts ledger={ledger} />
          <WhatIf otherwise={otherwise} spent={spentOf(ledger.total)} />
        </>
      )}
    </aside>
  );
}

function Spent({ entry }: { entry: Entry }) {
  const nothingKnown = entry.unknownUsdCalls > 0 && entry.usd === 0;
  return (
    <div>
      <p className={css("label")}>{text.meter.spent}</p>
      <p className={css("spent")}>{nothingKnown ? unknown : spentText(entry)}</p>
      {entry.unknownUsdCalls > 0 ? (
        <p className={css("soft")}>{text.meter.unknownPart(entry.unknownUsdCalls)}</p>
      ) : null}
    </div>
  );
}

function spentText(entry: Entry): string {
  return entry.estimatedUsd > 0 ? about(entry.usd) : usd(entry.usd);
}

/** Null when a part of it is unknown. */
function spentOf(entry: Entry): number | null {
  return entry.unknownUsdCalls > 0 ? null : entry.usd;
}
