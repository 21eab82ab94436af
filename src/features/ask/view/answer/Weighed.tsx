/** Whether one more call was worth its price, in runs that weighed that. */
import { useId, useState } from "react";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { considered } from "../../../../folds/considered.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { consideredLine, weighedSentence, worthText } from "../../../../ui-kit/text/worth.ts";
import sheet from "./AnswerPanel.module.css";

const css = classes(sheet);

export function Weighed() {
  const worth = useRun((state) => state.trace.worth);
  if (worth === null) return null;
  return (
    <section className={css("check")} aria-labelledby="answer-weighed">
      <h3 id="answer-weighed" className={css("checkTitle")}>
        {worthText.title}
      </h3>
      <p className={css("soft")}>{weighedSentence(worth)}</p>
      {/* Another run starts again at its own price. */}
      <WhatIf key={worth.seq} worth={worth} />
    </section>
  );
}

const otherPrices = [0, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10];

function WhatIf({ worth }: { worth: RunEventOf<"worth"> }) {
  const [pointUsd, setPointUsd] = useState(worth.pointUsd);
  const id = useId();
  const prices = [...new Set([...otherPrices, worth.pointUsd])].sort((a, b) => a - b);
  const rows = considered(worth, pointUsd);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{worthText.considered}</summary>
      <label className={css("price")} htmlFor={id}>
        {worthText.price}
        <input
          id={id}
          type="range"
          min={0}
          max={prices.length - 1}
          step={1}
          value={prices.indexOf(pointUsd)}
          aria-valuetext={worthText.atPrice(pointUsd)}
          onChange={(event) => setPointUsd(prices[Number(event.target.value)] ?? pointUsd)}
        />
      </label>
      <output htmlFor={id}>{worthText.atPrice(pointUsd)}</output>
      <ul className={css("considered")}>
        {rows.map((row) => (
          <li key={row.way.id} className={css(row.verdict === "taken" ? "taken" : "soft")}>
            {consideredLine(row)}
          </li>
        ))}
      </ul>
    </details>
  );
}
