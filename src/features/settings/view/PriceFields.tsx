/** What the large model costs: from the dated table, or the person's own figures. */
import { useState } from "react";
import { useDevice, useSettings } from "../../../app/runtime/runtime-context.ts";
import { priceBounds as range } from "../../../log/setting-bounds.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { OptionalNumberField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { priceText as words } from "../text/price.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

interface Figures {
  inputPerMillion: number | null;
  outputPerMillion: number | null;
  cachedInputPerMillion: number | null;
}

/** Figures that do not count yet. */
type Draft = Partial<Figures>;

const nothing: Figures = {
  inputPerMillion: null,
  outputPerMillion: null,
  cachedInputPerMillion: null,
};

export function PriceFields() {
  const large = useSettings((state) => state.large);
  const change = useSettings((state) => state.change);
  const tablePrice = useDevice((state) => state.tablePrice);
  const price = large.price ?? tablePrice;

  const [draft, setDraft] = useState<Draft>({});
  const half = Object.keys(draft).length > 0;
  const shown = { ...(price ?? nothing), ...draft };

  /** Half a price would make costs too small: it counts when both figures are there. */
  function enter(patch: Draft): void {
    const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = { ...shown, ...patch };
    if (inputPerMillion === null || outputPerMillion === null) {
      setDraft({ ...draft, ...patch });
      return;
    }
    setDraft({});
    const asOf = new Date().toISOString().slice(0, 10);
    const figures = { inputPerMillion, outputPerMillion, cachedInputPerMillion };
    change({ large: { ...large, price: { ...figures, source: words.own, asOf } } });
  }

  return (
    <fieldset className={css("group")}>
      <legend>{words.title}</legend>
      <div className={css("columns")}>
        <OptionalNumberField
          label={words.input}
          value={shown.inputPerMillion}
          range={range}
          onChange={(inputPerMillion) => enter({ inputPerMillion })}
        />
        <OptionalNumberField
          label={words.output}
          value={shown.outputPerMillion}
          range={range}
          onChange={(outputPerMillion) => enter({ outputPerMillion })}
        />
        <OptionalNumberField
          label={words.cached}
          value={shown.cachedInputPerMillion}
          range={range}
          onChange={(cachedInputPerMillion) => enter({ cachedInputPerMillion })}
        />
      </div>
      <p className={css("soft")}>
        {price !== null && half ? words.half : words.of(price, large.price !== null)}{" "}
        {large.price === null && !half ? null : (
          <TextButton
            onClick={() => {
              setDraft({});
              change({ large: { ...large, price: null } });
            }}
          >
            {words.reset}
          </TextButton>
        )}
      </p>
    </fieldset>
  );
}
