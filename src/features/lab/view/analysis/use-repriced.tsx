/** Reprices a batch's large model as any model of the price table. */
import { type ReactNode, useEffect, useState } from "react";
import { useDevice, useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { isSplit, repricedResult } from "../../../../evaluation/analysis/reprice.ts";
import type { LabBatch, LabResult } from "../../../../evaluation/types.ts";
import type { RunEvent } from "../../../../log/events.ts";
import type { Price } from "../../../../log/types.ts";
import type { PriceRow } from "../../../../session/services.ts";
import { yieldToMain } from "../../../../shared/yield-to-main.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { priceText } from "../../../settings/text/price.ts";
import { repriceText as words } from "../../text/reprice.ts";
import { css } from "./css.ts";
import type { AnalysisContext } from "./use-analysis.ts";

const asRecorded = "";
/** Results without a log, priced per slice. */
const piece = 200;

/**
 * The results at the chosen price, and its control; null without a large model. A null price keeps
 * the recorded one.
 */
export function useRepriced(
  batch: LabBatch | null,
  results: readonly LabResult[] | null,
  logOf: AnalysisContext["log"],
  countedAs: string | null,
): { results: readonly LabResult[] | null; control: ReactNode; price: Price | null } {
  const prices = useDevice((state) => state.prices);
  const [chosen, setChosen] = useState(asRecorded);
  const [shown, setShown] = useState(results);
  const [isWorking, setWorking] = useState(false);
  const id = batch?.id ?? null;
  const price = prices.find((one) => one.id === chosen) ?? null;
  const sold = useNamesakes(batch);
  useEffect(() => {
    if (id === null || results === null || price === null) {
      setShown(results);
      setWorking(false);
      return;
    }
    let wanted = true;
    setWorking(true);
    // An unreadable log counts as missing: its result's money is then unknown.
    const log = async (one: LabResult): Promise<readonly RunEvent[] | null> =>
      one.total.largeCalls === 0 || isSplit(one)
        ? null
        : logOf(one.question, one.configuration).catch(() => null);
    void (async () => {
      const next: LabResult[] = [];
      for (const [index, one] of results.entries()) {
        const events = await log(one);
        next.push(repricedResult(one, events, price));
        if (events !== null || index % piece === 0) await yieldToMain();
        if (!wanted) return;
      }
      setShown(next);
      setWorking(false);
    })();
    return () => {
      wanted = false;
    };
  }, [logOf, id, results, price]);
  // A shipped report is known to have one before it loads, so that its line does not appear late.
  const hasLarge = batch === null ? countedAs !== null : batch.models.large !== null;
  if (!hasLarge) return { results, control: null, price: null };
  const recorded = words.asRecorded(batch?.largePrice ?? null, countedAs);
  const control = (
    <div className={css("countedAs")}>
      {batch === null ? null : <PriceList />}
      <label>
        <span className={css("countedName")}>{words.label}</span>
        <select
          value={price === null ? asRecorded : chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value={asRecorded}>{recorded}</option>
          {prices.map((one) => (
            <option key={one.id} value={one.id}>
              {words.row(one)}
            </option>
          ))}
        </select>
        <span aria-hidden="true" className={css("countedArrow")}>
          ▾
        </span>
      </label>
      {price !== null || sold.length === 0 ? null : (
        <ul>
          {sold.map((one) => (
            <li key={one.id}>
              <TextButton onClick={() => setChosen(one.id)}>{priceText.countAs(one)}</TextButton>
            </li>
          ))}
        </ul>
      )}
      {price === null ? null : <p className={css("soft")}>{words.help(price)}</p>}
      <p role="status">{isWorking ? words.working : ""}</p>
    </div>
  );
  return { results: price === null ? results : shown, control, price };
}

function PriceList() {
  const runtime = useRuntime();
  useEffect(() => {
    void runtime.loadPriceList();
  }, [runtime]);
  return null;
}

/**
 * Offers of the large model's name at providers, if the recorded calls were free: one press
 * applies such a price.
 */
function useNamesakes(batch: LabBatch | null): readonly PriceRow[] {
  const { namesakes } = useRuntime();
  const [sold, setSold] = useState<readonly PriceRow[]>([]);
  const price = batch?.largePrice ?? null;
  const isPriced = price !== null && price.inputPerMillion + price.outputPerMillion > 0;
  const model = isPriced ? null : (batch?.models.large ?? null);
  useEffect(() => {
    let isShown = true;
    const asked = model === null ? Promise.resolve([]) : namesakes(model).catch(() => []);
    void asked.then((rows) => {
      if (isShown) setSold(rows);
    });
    return () => {
      isShown = false;
    };
  }, [namesakes, model]);
  return sold;
}
