/**
 * Estimate for a new batch: from similar batches of this browser, or else roughly from the shipped
 * report.
 */

import { useEffect, useMemo, useState } from "react";
import { useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../../app/runtime/use-history.ts";
import type { Estimate } from "../../../../evaluation/batch/estimate.ts";
import { type RoughEstimate, roughEstimate } from "../../../../evaluation/batch/rough-estimate.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { unknown } from "../../../../ui-kit/text/format.ts";
import type { BatchDraft } from "../../store.ts";
import { estimateBasis, moneyRange, timeRange } from "../../text/lab-batch.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { useShippedList } from "../home/use-shipped.ts";
import { useLab } from "../lab-context.ts";
import type { DraftFacts } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import { useLargePrice } from "./use-draft-facts.ts";

const css = classes({ ...sheet, ...formSheet });

const estimateAfterMs = 300;

type Asked = Pick<BatchDraft, "questions" | "configurations">;

/** `atOnce`: the person's choice; null for none. */
export function EstimateLines(props: {
  questions: BatchDraft["questions"];
  facts: DraftFacts;
  atOnce: number | null;
}) {
  const { questions, facts, atOnce } = props;
  const { configurations, asksServer } = facts;
  const estimate = useEstimate({ questions, configurations }, atOnce);
  const rough = useRough({ questions, configurations });
  const isEmpty = questions.length === 0 || configurations.length === 0;
  const isRough = estimate?.seconds === null && rough !== null;
  const [time, money] = isEmpty
    ? [unknown, unknown]
    : estimate === null
      ? [words.estimating, words.estimating]
      : isRough
        ? [
            words.aboutTime(rough.seconds && rough.seconds / estimate.lanes),
            words.aboutMoney(asksServer ? rough.usd : 0),
          ]
        : [timeRange(estimate), moneyRange(estimate, asksServer)];
  return (
    <div role="status">
      <dl className={css("facts")}>
        <div>
          <dt>{words.time}</dt>
          <dd>{time}</dd>
        </div>
        <div>
          <dt>{words.money}</dt>
          <dd>{money}</dd>
        </div>
      </dl>
      {estimate === null || isEmpty ? null : (
        <p className={css("soft")}>
          {isRough ? words.roughBasis(rough, estimate.lanes) : estimateBasis(estimate)}
        </p>
      )}
    </div>
  );
}

function useEstimate({ questions, configurations }: Asked, atOnce: number | null): Estimate | null {
  const lab = useLab();
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    let wanted = true;
    setEstimate(null);
    const timer = setTimeout(() => {
      const draft = { questions, configurations, ...(atOnce === null ? {} : { atOnce }) };
      void lab.estimate(draft).then((found) => {
        if (wanted) setEstimate(found);
      });
    }, estimateAfterMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [lab, questions, configurations, atOnce]);
  return estimate;
}

/** Null if the report does not cover these questions, or failed to load. */
function useRough({ questions, configurations }: Asked): RoughEstimate | null {
  const list = useShippedList(0);
  const price = useLargePrice();
  const usage = list.status === "ready" ? (list.reports[0]?.usage ?? null) : null;
  const tookHere = useSecondsHere(usage?.method ?? null);
  return useMemo(() => {
    if (usage === null) return null;
    return roughEstimate({
      usage,
      configurations,
      questions: questions.length,
      price,
      tookHere,
    });
  }, [usage, configurations, questions.length, price, tookHere]);
}

/** Older runs may reflect another state of the device. */
const mostRuns = 50;

/** Seconds of recent questions that this device answered without a server. */
function useSecondsHere(method: string | null): readonly number[] {
  const { history } = useRuntime();
  const runs = useHistory((state) => state.runs);
  useEffect(() => {
    void history.load();
  }, [history]);
  return useMemo(() => {
    const own = runs.filter(
      (run) => run.method === method && run.large === null && run.stages !== undefined,
    );
    return own.slice(0, mostRuns).map(({ seconds }) => seconds);
  }, [runs, method]);
}
