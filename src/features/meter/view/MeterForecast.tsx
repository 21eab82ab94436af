import { useDeferredValue, useEffect, useMemo } from "react";
import {
  useDevice,
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "../../../app/runtime/runtime-context.ts";
import { isFound } from "../../../folds/answer-state.ts";
import { counterfactuals } from "../../../folds/counterfactual.ts";
import { knownUsd } from "../../../folds/ledger.ts";
import { stages } from "../../../log/types.ts";
import { comparisonPrice } from "../../../session/comparison-price.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { perThousand, usd } from "../../../ui-kit/text/format.ts";
import { addedUsd } from "../flip-cost.ts";
import { meterText } from "../text/meter.ts";
import sheet from "./Meter.module.css";

const css = classes(sheet);

export function MeterForecast() {
  const runtime = useRuntime();
  const ledger = useDeferredValue(useRun((state) => state.ledger));
  const found = useIsFound();
  const doers = useRun((state) => state.trace.stageTiers);
  const large = useRun((state) => state.trace.start?.large?.price ?? null);
  const run = useSettings((state) => state.run);
  const option = useView((state) => state.option);
  const prices = useDevice((state) => state.prices);
  const reference = useSettings((state) => state.referencePrice);
  useEffect(() => {
    void runtime.loadPriceList();
  }, [runtime]);
  if (ledger.charges.length === 0) return null;
  // The user's own free server is no reference for a paid model.
  const own = large !== null && (large.inputPerMillion > 0 || large.outputPerMillion > 0);
  const price = comparisonPrice(own ? large : null, prices, reference);
  const otherwise = counterfactuals(ledger, price);
  const { savedUsd, savedByStageUsd } = otherwise;
  const more = stages
    .filter((stage) => run[stage] === "large" && doers[stage] === "small")
    .map((stage) => savedByStageUsd[stage]);
  const added = more.includes(null) ? null : more.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const cheaper = found && knownUsd(ledger.total) !== null && savedUsd !== null && savedUsd > 0;
  return (
    <>
      {option === null ? null : (
        <p className={css("option")}>
          {meterText.option(option, addedUsd(option, ledger, doers, otherwise))}
        </p>
      )}
      {more.length > 0 && added !== null ? <p>{meterText.ifLarge(usd(added))}</p> : null}
      {cheaper ? <p>{meterText.cheaper(perThousand(savedUsd))}</p> : null}
    </>
  );
}

/** A selector would compute it at every event, and several times in one render. */
function useIsFound(): boolean {
  const trace = useDeferredValue(useRun((state) => state.trace));
  return useMemo(() => trace.outcome === "answered" && isFound(trace), [trace]);
}
