/** What the large model costs: from the dated table, or the person's own figures. */
import type { Price } from "../../core/types.ts";
import { TextButton } from "../shared/Button.tsx";
import { OptionalNumberField } from "../shared/Field.tsx";
import { useDevice, useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);
const words = text.settings;

const range = { min: 0, max: 100_000, step: 0.01 };

export function PriceFields() {
  const large = useSettings((state) => state.large);
  const change = useSettings((state) => state.change);
  const tablePrice = useDevice((state) => state.tablePrice);
  const price = large.price ?? tablePrice;

  function enter(patch: Partial<Price>): void {
    const from = price ?? { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
    const asOf = new Date().toISOString().slice(0, 10);
    change({ large: { ...large, price: { ...from, ...patch, source: words.priceOwn, asOf } } });
  }

  return (
    <fieldset className={css("group")}>
      <legend>{words.price}</legend>
      <div className={css("columns")}>
        <OptionalNumberField
          label={words.priceInput}
          value={price?.inputPerMillion ?? null}
          range={range}
          onChange={(value) => enter({ inputPerMillion: value ?? 0 })}
        />
        <OptionalNumberField
          label={words.priceOutput}
          value={price?.outputPerMillion ?? null}
          range={range}
          onChange={(value) => enter({ outputPerMillion: value ?? 0 })}
        />
        <OptionalNumberField
          label={words.priceCached}
          value={price?.cachedInputPerMillion ?? null}
          range={range}
          onChange={(cachedInputPerMillion) => enter({ cachedInputPerMillion })}
        />
      </div>
      <p className={css("soft")}>
        {price === null ? words.priceUnknown : words.priceFrom(price.source, price.asOf)}{" "}
        {large.price === null ? null : (
          <TextButton onClick={() => change({ large: { ...large, price: null } })}>
            {words.priceReset}
          </TextButton>
        )}
      </p>
    </fieldset>
  );
}
