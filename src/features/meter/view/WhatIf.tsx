import type { Counterfactuals } from "../../../folds/counterfactual.ts";
import { type Entry, knownUsd } from "../../../folds/ledger.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { approximateUsd, spending, usd } from "../../../ui-kit/text/format.ts";
import { meterText } from "../text/meter.ts";
import sheet from "./WhatIf.module.css";

const css = classes(sheet);

export function WhatIf(props: { otherwise: Counterfactuals; total: Entry }) {
  const { otherwise, total } = props;
  const rows = [
    { label: meterText.allSmall, value: otherwise.allSmallUsd, shown: usd(otherwise.allSmallUsd) },
    { label: meterText.thisRun, value: knownUsd(total), shown: spending(total) },
    ...(otherwise.decided ? [withoutDecision(otherwise)] : []),
    {
      label: meterText.allLarge,
      value: otherwise.allLargeUsd,
      shown: approximateUsd(otherwise.allLargeUsd),
    },
  ];
  const longest = Math.max(0, ...rows.map((row) => row.value ?? 0));
  return (
    <div>
      <h3 className={css("title")}>{meterText.whatIf}</h3>
      <dl className={css("rows")}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.shown}</dd>
            <span
              aria-hidden="true"
              className={css("length", row.label === meterText.thisRun && "isOwn")}
              style={{ width: lengthOf(row.value ?? 0, longest) }}
            />
          </div>
        ))}
      </dl>
      <p className={css("note")}>{meterText.estimateNote}</p>
    </div>
  );
}

/** Zero draws no bar; tiny values get a minimum visible width. */
function lengthOf(value: number, longest: number): string {
  return value > 0 ? `max(1px, ${(value / longest) * 100}%)` : "0";
}

function withoutDecision({ withoutDecisionUsd: value }: Counterfactuals) {
  return { label: meterText.withoutDecision, value, shown: approximateUsd(value) };
}
