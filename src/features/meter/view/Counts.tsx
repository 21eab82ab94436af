import type { ReactNode } from "react";
import { useRun } from "../../../app/runtime/runtime-context.ts";
import { answerRoutesOf } from "../../../folds/answer-routes.ts";
import type { Ledger } from "../../../folds/ledger.ts";
import { bytesLeft } from "../../../log/destination.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { approximateUsd, bytes, count, seconds, unknown } from "../../../ui-kit/text/format.ts";
import { readerText } from "../../../ui-kit/text/reader.ts";
import { meterText } from "../text/meter.ts";
import sheet from "./Counts.module.css";

const css = classes(sheet);

export function Counts({ ledger }: { ledger: Ledger }) {
  const { total } = ledger;
  const left = bytesLeft(ledger.bytesByDestination);
  return (
    <dl className={css("counts")}>
      <Row label={meterText.calls}>{meterText.callsValue(total.calls, total.largeCalls)}</Row>
      <Row label={meterText.searches}>
        {count(total.retrievals)}
        {servicesOf(ledger).map(({ title, searches, usd, unknownUsd }) => (
          <small key={title} className={css("destination")}>
            {meterText.service(title, searches, unknownUsd ? unknown : approximateUsd(usd))}
          </small>
        ))}
      </Row>
      <WayOut />
      <AskedAgain />
      {total.readings > 0 ? (
        <Row label={readerText.readings}>
          {readerText.readingsValue(total.readings, seconds(total.readingSeconds))}
        </Row>
      ) : null}
      <Row label={meterText.read}>
        {count(total.promptTokens)} <small>{meterText.cached(total.cachedTokens)}</small>
        <ByTier ledger={ledger} figure="promptTokens" />
      </Row>
      <Row label={meterText.written}>
        {count(total.generatedTokens)}
        {total.understatedCalls > 0 ? (
          <small> {meterText.understated(total.understatedCalls)}</small>
        ) : null}
        {total.untoldCalls > 0 ? <small> {meterText.untold(total.untoldCalls)}</small> : null}
        <ByTier ledger={ledger} figure="generatedTokens" />
      </Row>
      <Row label={meterText.local}>{seconds(total.localSeconds)}</Row>
      {total.remoteSeconds > 0 ? (
        <Row label={meterText.remote}>{seconds(total.remoteSeconds)}</Row>
      ) : null}
      <Row label={meterText.leftTab}>
        {total.bytesSent === 0 ? meterText.nothingLeft : bytes(total.bytesSent)}
        {[...ledger.bytesByDestination].map(([destination, sent]) => (
          <small key={destination} className={css("destination")}>
            {bytes(sent)} → {destination}
          </small>
        ))}
      </Row>
      <Row label={meterText.leftMachine}>
        {left.machine === 0 ? meterText.nothingLeft : bytes(left.machine)}
      </Row>
    </dl>
  );
}

function ByTier(props: { ledger: Ledger; figure: "promptTokens" | "generatedTokens" }) {
  const { ledger, figure } = props;
  const { small, large } = ledger.byTier;
  if (small.calls === 0 || large.calls === 0) return null;
  return (
    <small className={css("destination")}>{meterText.byTier(small[figure], large[figure])}</small>
  );
}

function WayOut() {
  const trace = useRun((state) => state.trace);
  const events = useRun((state) => state.events);
  const { exit, subQuestions, levels } = answerRoutesOf(trace, events);
  return (
    <>
      {subQuestions > 0 ? (
        <Row label={meterText.parts}>{meterText.partsValue(subQuestions, levels)}</Row>
      ) : null}
      {exit === null ? null : <Row label={meterText.exit}>{meterText.exits[exit]}</Row>}
    </>
  );
}

interface ServiceCharges {
  title: string;
  searches: number;
  usd: number;
  unknownUsd: boolean;
}

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

/** Its cost is in the sums above. */
function AskedAgain() {
  const worth = useRun((state) => state.trace.worth);
  const way = worth?.ways.find(({ id }) => id === worth.chosen);
  if (worth === null) return null;
  return (
    <Row label={meterText.whereItPays}>
      {way === undefined
        ? meterText.notAskedAgain(worth.sure)
        : meterText.askedAgain(worth.sure, way.expected, approximateUsd(way.usd))}
    </Row>
  );
}
