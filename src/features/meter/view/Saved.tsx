import { useEffect } from "react";
import { useDevice, useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { approximateUsd, percent, unknown, usd } from "../../../ui-kit/text/format.ts";
import { meterText } from "../text/meter.ts";
import sheet from "./Meter.module.css";
import { savedLengths } from "./scales.ts";

const css = classes(sheet);

interface SavedProps {
  spent: number | null;
  allLarge: number | null;
  ownPrice: boolean;
}

export function Saved(props: SavedProps) {
  return (
    <div>
      <p className={css("label")}>{meterText.saved}</p>
      <Comparison {...props} />
      {props.ownPrice ? null : <ReferencePrice />}
    </div>
  );
}

function Comparison({ spent, allLarge, ownPrice }: SavedProps) {
  const settled = useDevice((state) => state.pricesSettled);
  if (spent === null) return <p className={css("soft")}>{meterText.unknownSpent}</p>;
  if (allLarge === 0 && spent === 0) return <SavedLater />;
  if (allLarge !== null) return <SavedBar spent={spent} allLarge={allLarge} />;
  if (!settled && !ownPrice) return <SavedLater note={meterText.loadingPrices} />;
  return <p className={css("soft")}>{meterText.noPrice}</p>;
}

/** A placeholder, so that the rest of the meter does not move. */
function SavedLater({ note = "\u00a0" }: { note?: string }) {
  return (
    <>
      <p className={css("saved")}>{unknown}</p>
      <div className={css("scale")} aria-hidden="true" />
      <p className={css("soft")}>{note}</p>
    </>
  );
}

function SavedBar({ spent, allLarge }: { spent: number; allLarge: number }) {
  const lengths = savedLengths(spent, allLarge);
  const difference = Math.abs(allLarge - spent);
  const share = allLarge > 0 ? difference / allLarge : 0;
  return (
    <>
      <p className={css("saved")}>
        {lengths.over ? `−${usd(difference)}` : approximateUsd(difference)}
      </p>
      <div className={css("scale")} aria-hidden="true">
        <span className={css("spentLength")} style={{ width: percentOf(lengths.spent) }} />
        <span className={css("savedLength")} style={{ width: percentOf(lengths.saved) }} />
      </div>
      <p className={css("soft")}>
        {lengths.over
          ? meterText.overBy(usd(difference), approximateUsd(allLarge))
          : meterText.savedOf(approximateUsd(difference), approximateUsd(allLarge), percent(share))}
      </p>
    </>
  );
}

/** Without a large model, any listed price can be the reference. */
function ReferencePrice() {
  const runtime = useRuntime();
  const prices = useDevice((state) => state.prices);
  const isSettled = useDevice((state) => state.pricesSettled);
  const chosen = useSettings((state) => state.referencePrice);
  const change = useSettings((state) => state.change);
  useEffect(() => {
    void runtime.loadPriceList();
  }, [runtime]);
  const current = prices.find((row) => row.id === chosen) ?? prices[0];
  if (current === undefined && isSettled) return null;
  return (
    <label className={css("reference")}>
      <span>{meterText.pricedAs}</span>
      <select
        value={current?.id}
        disabled={current === undefined}
        onChange={(event) => change({ referencePrice: event.target.value })}
      >
        {prices.map((row) => (
          <option key={row.id} value={row.id}>
            {meterText.asOf(row.title, row.asOf)}
          </option>
        ))}
      </select>
    </label>
  );
}

function percentOf(length: number): string {
  return `${(length * 100).toFixed(2)}%`;
}
