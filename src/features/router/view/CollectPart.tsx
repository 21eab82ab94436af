/** Trying each tool on each question: what it will cost, how far it is, and what came of it. */

import { useMemo, useState } from "react";
import { useRouter, useSettings } from "../../../app/runtime/runtime-context.ts";
import { capBounds } from "../../../log/setting-bounds.ts";
import type { Tier } from "../../../log/types.ts";
import { isConfigured } from "../../../session/preferences.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { OptionalNumberField, SelectField } from "../../../ui-kit/Field.tsx";
import { LoadingRows } from "../../../ui-kit/LoadingPanel.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { costInterval, missingScores } from "../collect.ts";
import { dollars, routerText as words } from "../text/router.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterTool, RouterToolSelection } from "./use-router-tools.ts";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

/** A limit that a slip cannot make expensive. */
const firstCapUsd = 1;

export function CollectPart({ tools, chosen, name }: RouterToolSelection) {
  const work = useRouterWork();
  const rows = useRouter((state) => state.rows);
  const collecting = useRouter((state) => state.collecting);
  const collected = useRouter((state) => state.collected);
  const large = useSettings((state) => state.large);
  const answersLarge = useSettings((state) => state.run.summarise === "large");
  const isLargeReady = isConfigured(large);
  const [chosenTier, setTier] = useState<Tier | null>(null);
  const by = chosenTier ?? (answersLarge && isLargeReady ? "large" : "small");
  const [capUsd, setCap] = useState<number | null>(firstCapUsd);
  // A tool that only a file names cannot be asked.
  const able = useMemo(
    () => tools.filter(({ id, kind }) => kind !== "absent" && chosen.includes(id)),
    [tools, chosen],
  );
  const missing = useMemo(
    () =>
      missingScores(
        rows,
        able.map(({ id }) => id),
        { tier: by, model: by === "large" ? large.model : null },
      ),
    [rows, able, by, large.model],
  );
  const requests = (id: string) => missing.filter(({ toolId }) => toolId === id).length;
  const paid = able.filter(
    ({ id, kind, price }) => kind === "service" && price !== 0 && requests(id) > 0,
  );
  const costs = paid.length > 0 || by === "large";
  async function start(): Promise<void> {
    await work.collect(
      able.map(({ id }) => id),
      costs ? capUsd : null,
      by,
    );
  }
  return (
    <Section title={words.collectTitle}>
      <SelectField
        label={words.answeredBy}
        help={words.answeredByHelp}
        value={by}
        options={[
          { value: "small", label: words.answerers.small },
          { value: "large", label: words.answerers.large(large.model), disabled: !isLargeReady },
        ]}
        onChange={setTier}
      />
      <p>{missing.length === 0 ? words.nothingMissing : words.missing(missing.length)}</p>
      {missing.length === 0 ? null : (
        <>
          <p>
            {leaving(
              able.filter(({ id }) => requests(id) > 0),
              by === "large" ? large.baseUrl : null,
            )}
          </p>
          {paid.map((tool) => (
            <p key={tool.id} className={css("statement")}>
              {costOf(tool, requests(tool.id))}
            </p>
          ))}
          {!costs ? null : (
            <OptionalNumberField
              label={words.cap}
              help={words.capHelp}
              value={capUsd}
              range={capBounds}
              onChange={setCap}
            />
          )}
        </>
      )}
      <p className={css("tools")}>
        {collecting === null ? (
          <Button disabled={missing.length === 0} onClick={() => void start()}>
            {collected === null ? words.collect : words.resume}
          </Button>
        ) : (
          <Button autoFocus onClick={() => work.stopCollecting()}>
            {words.stop}
          </Button>
        )}
      </p>
      {collecting === "loading" ? <LoadingRows /> : null}
      <div role="status">
        {collecting !== null ? <Progress name={name} /> : null}
        {collecting === null && collected !== null ? <Outcome name={name} /> : null}
      </div>
    </Section>
  );
}

function leaving(tools: readonly RouterTool[], model: string | null): string {
  const services = tools.flatMap(({ destination }) => destination ?? []);
  const places = new Set(model === null ? services : [...services, model]);
  return places.size === 0 ? words.stays : words.leaves([...places].join(", "));
}

function costOf({ title, price }: RouterTool, requests: number): string {
  const cost = costInterval(requests, price);
  if (cost === null) return words.costsUnknown(title);
  return words.costs(title, dollars(cost.low), dollars(cost.high), requests);
}

function Progress({ name }: Pick<RouterToolSelection, "name">) {
  const collecting = useRouter((state) => state.collecting);
  if (collecting === null || collecting === "loading") return <p>{words.loading}</p>;
  const { done, total, toolId, question, spentUsd, unpricedRequests } = collecting;
  return (
    <>
      <progress
        className={css("progress")}
        max={total}
        value={done}
        aria-label={words.collectTitle}
      />
      <p>{words.progress(done, total, name(toolId))}</p>
      <p className={css("soft")} dir="auto">
        {question}
      </p>
      {spentUsd > 0 || unpricedRequests > 0 ? (
        <p>{words.spent(dollars(spentUsd), unpricedRequests)}</p>
      ) : null}
    </>
  );
}

function Outcome({ name }: Pick<RouterToolSelection, "name">) {
  const collected = useRouter((state) => state.collected);
  if (collected === null) return null;
  const { end, scored, failed, left, spentUsd, unpricedRequests } = collected;
  return (
    <>
      <p>
        {words.ends[end]} {words.outcome(scored, failed)}{" "}
        {spentUsd > 0 || unpricedRequests > 0
          ? words.spent(dollars(spentUsd), unpricedRequests)
          : null}
      </p>
      {left.map(({ toolId, code }) => (
        <p key={toolId} className={css("alarm")}>
          {words.left(name(toolId), errorText({ code, retryable: false, params: {} }).title)}
        </p>
      ))}
    </>
  );
}
