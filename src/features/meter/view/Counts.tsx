/** The plain counts: calls, searches, the way out, tokens, seconds, and what left the device, and for where. */
import type { ReactNode } from "react";
import { useRun } from "../../../app/runtime/runtime-context.ts";
import { exitsOf } from "../../../folds/answer-routes.ts";
import type { Ledger } from "../../../folds/ledger.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { about, bytes, count, seconds, unknown } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import sheet from "./Counts.module.css";

const css = classes(sheet);

export function Counts({ ledger }: { ledger: Ledger }) {
  const { total } = ledger;
  return (
    <dl className={css("counts")}>
      <Row label={text.meter.calls}>{text.meter.callsValue(total.calls, total.largeCalls)}</Row>
      <Row label={text.meter.searches}>
        {count(total.retrievals)}
        {servicesOf(ledger).map(({ title, searches, usd, unknownUsd }) => (
          <small key={title} className={css("destination")}>
            {text.meter.service(title, searches, unknownUsd ? unknown : about(usd))}
          </small>
        ))}
      </Row>
      <WayOut />
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

/** By which exit the question left, and into what it was split; a chain has none. */
function WayOut() {
  const trace = useRun((state) => state.trace);
  const events = useRun((state) => state.events);
  const { exit, subQuestions, levels } = exitsOf(trace, events);
  return (
    <>
      {subQuestions > 0 ? (
        <Row label={text.meter.parts}>{text.meter.partsValue(subQuestions, levels)}</Row>
      ) : null}
      {exit === null ? null : <Row label={text.meter.exit}>{text.meter.exits[exit]}</Row>}
    </>
  );
}

interface ServiceCharges {
  title: string;
  searches: number;
  usd: number;
  unknownUsd: boolean;
}

/** What each search service was asked and charged; the library charges nothing. */
function servicesOf({ charges }: Ledger): ServiceCharges[] {
  const services = new Map<string, ServiceCharges>();
  for (const { tool, cost } of charges) {
    if (tool === undefined || tool.destination === "device") continue;
    const { id, title } = tool;
    const before = services.get(id) ?? { title, searches: 0, usd: 0, unknownUsd: false };
    services.set(id, {
      title,
      searches: before.searches + 1,
      usd: before.usd + (cost.usd ?? 0),
      unknownUsd: before.unknownUsd || cost.usd === null,
    });
  }
  return [...services.values()];
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
