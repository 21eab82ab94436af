import { useMemo } from "react";
import {
  type DecisiveStep,
  type Divergence,
  decisiveSteps,
  firstDivergence,
} from "../../../folds/divergence.ts";
import { foldLedger } from "../../../folds/ledger.ts";
import { foldTrace } from "../../../folds/trace.ts";
import type { RunEvent } from "../../../log/events.ts";
import { findMethodInfo } from "../../../session/presets.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { seconds, usd } from "../../../ui-kit/text/format.ts";
import { worthOf } from "../answer-worth.ts";
import { summaryOf } from "../run-recorder.ts";
import { compareText } from "../text/compare.ts";
import { historyText as words } from "../text/history.ts";
import sheet from "./Compare.module.css";
import { DivergingTree } from "./compare/DivergingTree.tsx";
import { TreeSide, TwoTrees } from "./compare/TwoTrees.tsx";

const css = classes(sheet);

interface TwoRunsProps {
  a: readonly RunEvent[];
  b: readonly RunEvent[];
}

export function TwoRuns({ a, b }: TwoRunsProps) {
  const facts = useMemo(() => [factsOf(a), factsOf(b)] as const, [a, b]);
  const parting = useMemo(() => firstDivergence(a, b), [a, b]);
  const [one, other] = facts;
  return (
    <div className={css("both")}>
      <div className={css("scroll")}>
        <table className={css("table")}>
          <thead>
            <tr>
              <td />
              {facts.map(({ question }, side) => (
                <th key={words.sides[side]} scope="col" dir="auto">
                  <span className={css("side")}>{words.sides[side]}</span>
                  <span className={css("question")}>{question}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.rows.map(({ label, value }, index) => (
              <tr key={label} className={css(value !== other.rows[index]?.value && "differs")}>
                <th scope="row">{label}</th>
                <td dir="auto">{value}</td>
                <td dir="auto">{other.rows[index]?.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css("parted")}>
        {one.question === other.question ? "" : `${words.otherQuestion} `}
        {parting === null
          ? compareText.sameRuns
          : compareText.parted(
              parting.shared,
              compareText.partedSide(words.sides[0], parting.a),
              compareText.partedSide(words.sides[1], parting.b),
            )}
      </p>
      <TwoTrees>
        <TreeSide title={words.sides[0]} level="h3">
          <DivergingTree log={a} step={parting?.a ?? null} />
        </TreeSide>
        <TreeSide title={words.sides[1]} level="h3">
          <DivergingTree log={b} step={parting?.b ?? null} />
        </TreeSide>
      </TwoTrees>
      <Steps a={a} b={b} parting={parting} />
    </div>
  );
}

function Steps({ a, b, parting }: TwoRunsProps & { parting: Divergence | null }) {
  const { ours, theirs } = useMemo(
    () => ({ ours: decisiveSteps(a), theirs: decisiveSteps(b) }),
    [a, b],
  );
  const shared = parting === null ? ours.length : parting.shared;
  const length = Math.max(ours.length, theirs.length);
  return (
    <section className={css("steps")} aria-labelledby="two-runs-steps">
      <h3 id="two-runs-steps">{words.stepByStep}</h3>
      <div className={css("scroll")}>
        <table className={css("table")}>
          <thead>
            <tr>
              <th scope="col">{words.step}</th>
              {words.sides.map((side) => (
                <th key={side} scope="col">
                  {side}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length }, (_, index) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: steps of a finished log never move
                key={index}
                className={css(index === shared ? "parting" : index < shared && "shared")}
              >
                <th scope="row">
                  {index + 1}
                  {index === shared ? <span className={css("here")}>{words.partsHere}</span> : null}
                </th>
                <Step step={ours[index]} />
                <Step step={theirs[index]} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Step({ step }: { step: DecisiveStep | undefined }) {
  if (step === undefined) return <td className={css("soft")}>{words.atAnEnd}</td>;
  return (
    <td>
      <span className={css("kind")}>{words.kinds[step.kind]}</span>{" "}
      <span className={css("shown")} dir="auto">
        {step.shown || (step.kind === "branch" ? words.nothingMore : words.nothing)}
      </span>
    </td>
  );
}

function factsOf(events: readonly RunEvent[]) {
  const trace = foldTrace(events);
  const { total } = foldLedger(events);
  const begun = trace.start?.startedAtEpochMs ?? 0;
  const summary = summaryOf(events, { begunEpochMs: begun, savedEpochMs: begun }, 0);
  const row = summary?.outcome === "answered" ? { ...summary, ...worthOf(events) } : summary;
  const values: Record<keyof typeof words.rows, string> = {
    answer: row?.short || words.noAnswer,
    outcome: row === null ? "" : words.outcome(row, false),
    asked: row === null ? "" : (words.facts(row)[0] ?? ""),
    method: findMethodInfo(row?.method ?? "")?.title ?? row?.method ?? "",
    models: [row?.small ?? "", row?.large ?? ""].filter((name) => name !== "").join(", "),
    library: row?.library ?? "",
    calls: words.callsOf(total.calls, total.largeCalls),
    spent: usd(row?.usd ?? null),
    took: seconds(row?.seconds ?? 0),
  };
  const names = Object.entries(words.rows);
  const rows = names.map(([name, label]) => ({
    label,
    value: Object.entries(values).find(([key]) => key === name)?.[1] ?? "",
  }));
  return { question: row?.question ?? "", rows };
}
