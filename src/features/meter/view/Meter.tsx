/** Sits beside the tree on a wide page, along the lower edge of a narrow one. */
import { type ReactNode, Suspense, useId, useState } from "react";
import { MeterBody, MeterForecast } from "../../../app/lazy/arrival-parts.ts";
import { useRun, useView } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import type { Trace } from "../../../folds/trace.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { bytes, seconds, spending, unknown } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useNextTask } from "../../../ui-kit/use-next-task.ts";
import { underWayUsd } from "../under-way.ts";
import sheet from "./Meter.module.css";

const css = classes(sheet);

/** `children`: first in the bar of a narrow page. */
export function Meter({ children = null }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  // The details render after the tree.
  const idle = useNextTask(useRun((state) => state.ledger.charges.length === 0));
  return (
    <section className={css("meter")} aria-labelledby="meter-title">
      <h2 id="meter-title" className={css("title")}>
        {text.meter.title}
      </h2>
      {children}
      <Line />
      <div className={css("forecast")}>
        <Suspense fallback={null}>
          <MeterForecast />
        </Suspense>
      </div>
      <button
        type="button"
        className={css("toggle")}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        {text.meter.details}
        <svg viewBox="-8 -8 16 16" width="12" height="12" aria-hidden="true">
          <path d={open ? "M-5,2.5L0,-2.5L5,2.5" : "M-5,-2.5L0,2.5L5,-2.5"} />
        </svg>
      </button>
      <div id={bodyId} className={css("body")} hidden={!open}>
        {open && !idle ? (
          <Suspense fallback={null}>
            <MeterBody />
          </Suspense>
        ) : null}
        {open && idle ? <p className={css("soft")}>{text.meter.idle}</p> : null}
      </div>
    </section>
  );
}

function Line() {
  const phase = useRun((state) => state.phase);
  const total = useRun((state) => state.ledger.total);
  const begun = useRun((state) => state.ledger.charges.length > 0);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  if (!begun) {
    const states = {
      preparing: text.meter.loading,
      running: text.meter.counting,
      replaying: text.meter.counting,
    };
    const word = phase === "idle" || phase === "ended" ? text.meter.idle : states[phase];
    return (
      <div className={css("line")}>
        <Money />
        <p className={css("soft")}>{word}</p>
      </div>
    );
  }
  const { calls, largeCalls } = total;
  const sent = recorded ? text.meter.sentThen : text.meter.sent;
  const unknownCalls = total.unknownUsdCalls;
  const nothingKnown = unknownCalls > 0 && total.usd === 0;
  const note = nothingKnown ? text.meter.unknownAll : text.meter.unknownPart;
  return (
    <div className={css("line")}>
      <Money />
      <ul className={css("figures")}>
        <li>{seconds(total.localSeconds + total.remoteSeconds)}</li>
        <li>{sent(total.bytesSent === 0 ? null : bytes(total.bytesSent))}</li>
        <li>{text.meter.calls(calls, largeCalls)}</li>
      </ul>
      {unknownCalls > 0 ? (
        <p className={css("soft")}>
          {note(unknownCalls)} <SetPrice />
        </p>
      ) : null}
    </div>
  );
}

/** Links to the setting where it can be priced like another model. */
function SetPrice() {
  const unpriced = useRun(({ trace }) => trace.start?.large?.price === null);
  const openSettings = useView((state) => state.openSettings);
  if (!unpriced) return null;
  return <TextButton onClick={() => openSettings("large")}>{text.meter.setPrice}</TextButton>;
}

function hasFailedElsewhere({ trace }: { trace: Trace }): boolean {
  return [...trace.calls.values()].some(
    ({ start, error }) => error !== null && start.model.destination !== "device",
  );
}

/** While a paid call streams, the cost is estimated from its characters so far. */
function Money() {
  const total = useRun((state) => state.ledger.total);
  const begun = useRun((state) => state.ledger.charges.length > 0);
  const streaming = useRun(underWayUsd);
  const failed = useRun(hasFailedElsewhere);
  const { unknownUsdCalls } = total;
  const nothingKnown = unknownUsdCalls > 0 && total.usd === 0;
  const entry = {
    ...total,
    unknownUsdCalls: 0,
    usd: total.usd + streaming,
    estimatedUsd: total.estimatedUsd + streaming,
  };
  const isFree = begun && unknownUsdCalls === 0 && entry.usd === 0;
  // "Free" would mislead for a server that refused.
  const free = failed ? text.meter.uncharged : text.meter.free;
  const nothing = !begun && streaming === 0;
  return (
    <p className={css("spent")}>
      <span className="visually-hidden">{text.meter.spent}: </span>
      {nothing || nothingKnown ? unknown : isFree ? free : spending(entry)}{" "}
      {begun ? <span className={css("ofThis")}>{text.meter.ofThis}</span> : null}
    </p>
  );
}
