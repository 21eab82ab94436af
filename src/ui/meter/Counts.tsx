/** The plain counts: calls, tokens, seconds, and what left the device, and for where. */
import type { ReactNode } from "react";
import type { Ledger } from "../../core/folds/ledger.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { bytes, count, seconds } from "../text/format.ts";
import sheet from "./Counts.module.css";

const css = classes(sheet);

export function Counts({ ledger }: { ledger: Ledger }) {
  const { total } = ledger;
  return (
    <dl className={css("counts")}>
      <Row label={text.meter.calls}>{text.meter.callsValue(total.calls, total.largeCalls)}</Row>
      <Row label={text.meter.searches}>{count(total.retrievals)}</Row>
      {total.readings > 0 ? (
        <Row label={text.reader.readings}>
          {text.reader.readingsValue(total.readings, seconds(total.readingSeconds))}
        </Row>
      ) : null}
      <Row label={text.meter.read}>
        {count(total.promptTokens)} <small>{text.meter.cached(total.cachedTokens)}</small>
      </Row>
      <Row label={text.meter.written}>
        {count(total.generatedTokens)}
        {total.untoldCalls > 0 ? <small> {text.meter.untold(total.untoldCalls)}</small> : null}
      </Row>
      <Row label={text.meter.local}>{seconds(total.localSeconds)}</Row>
      {total.remoteSeconds > 0 ? (
        <Row label={text.meter.remote}>{seconds(total.remoteSeconds)}</Row>
      ) : null}
      <Row label={text.meter.left}>
        {total.bytesSent === 0 ? text.meter.nothingLeft : bytes(total.bytesSent)}
        {[...ledger.bytesByDestination].map(([destination, sent]) => (
          <small key={destination} className={css("destination")}>
            {bytes(sent)} → {destination}
          </small>
        ))}
      </Row>
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
