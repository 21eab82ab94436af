/** From all small to the chosen setup: the questions won and lost, each a row of two dots. */
import { useEffect, useMemo, useRef, useState } from "react";
import { turned } from "../../../../evaluation/analysis/columns.ts";
import { isByLuck } from "../../../../evaluation/analysis/luck.ts";
import type { Verdicts } from "../../../../evaluation/types.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { firstScreenText as words } from "../../text/first-screen.ts";
import { labAnalysisText as lab } from "../../text/lab-analysis.ts";
import { useAnalysis, useAnalysisContext } from "../analysis/use-analysis.ts";
import { css } from "./css.ts";

type Outcome = keyof typeof words.outcomes;

interface TurnedRow {
  index: number;
  outcome: Outcome;
  dots: readonly [boolean, boolean];
  luck: boolean;
}

export function FlipList(props: { verdicts: Verdicts; logged: readonly string[] | null }) {
  const { verdicts, logged } = props;
  const base = verdicts.corners[0]?.id ?? "";
  const columns = useAnalysis((state) => state.columns);
  const chosen = useAnalysis((state) => state.configuration) ?? "";
  const isOpen = useAnalysis((state) => state.question !== null);
  const [same, setSame] = useState(false);
  const before = columns?.byConfiguration.get(base);
  const after = columns?.byConfiguration.get(chosen);
  const rows = useMemo(() => {
    if (before === undefined || after === undefined || columns === null) return null;
    const { won, lost, bothRight, bothWrong } = turned(before, after);
    const runs = new Set(logged ?? []);
    const first = (index: number) => (runs.has(columns.questions[index] ?? "") ? 0 : 1);
    const byLuck = (index: number) =>
      [before, after].some(({ results }) => {
        const result = results[index] ?? null;
        return result !== null && isByLuck(result);
      });
    const of = (all: readonly number[], outcome: Outcome, dots: TurnedRow["dots"]) =>
      [...all]
        .sort((a, b) => first(a) - first(b))
        .map((index) => ({ index, outcome, dots, luck: byLuck(index) }));
    return {
      turned: [...of(won, "won", [false, true]), ...of(lost, "lost", [true, false])],
      same: [...of(bothRight, "same", [true, true]), ...of(bothWrong, "same", [false, false])],
      won: won.length,
      lost: lost.length,
    };
  }, [before, after, columns, logged]);
  return (
    <section className={css("flips")} aria-labelledby="lab-flips">
      <header>
        <h3 id="lab-flips">{words.flips(chosen)}</h3>
        <p role="status">
          {rows === null
            ? words.opening
            : base === chosen
              ? words.flipsSame
              : words.flipCounts(rows.won, rows.lost, rows.same.length)}
        </p>
      </header>
      {rows === null || base === chosen ? null : (
        <>
          <p className={css("quiet")}>{words.flipKey}</p>
          <ul className={css("flipRows", isOpen && "isShort")} tabIndex={-1}>
            {[...rows.turned, ...(same ? rows.same : [])].map((row) => (
              <FlipRow
                key={row.index}
                row={row}
                id={columns?.questions[row.index] ?? ""}
                base={base}
                logged={logged}
              />
            ))}
            {same || rows.same.length === 0 ? null : (
              <li>
                <TextButton onClick={() => setSame(true)}>
                  {words.moreSame(rows.same.length)}
                </TextButton>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  );
}

function FlipRow(props: {
  row: TurnedRow;
  id: string;
  base: string;
  logged: readonly string[] | null;
}) {
  const { row, id, base, logged } = props;
  const { store, questions } = useAnalysisContext();
  const isOpen = useAnalysis((state) => state.question === id);
  const button = useRef<HTMLButtonElement>(null);
  // The list shrinks while a question is open: keep its row in view.
  useEffect(() => {
    if (isOpen) button.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen]);
  const question = questions.get(id)?.question ?? id;
  const hasRuns = logged?.includes(id) === true;
  const outcome = words.outcomes[row.outcome];
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={css("flipRow", row.outcome, isOpen && "isOpen")}
        aria-label={`${words.openFlip(outcome, question)}${row.luck ? ` (${lab.byLuck})` : ""}${hasRuns ? ` (${words.withRuns})` : ""}`}
        aria-pressed={isOpen}
        onClick={() => store.choose({ against: base, question: id })}
      >
        <span className={css("outcome")}>{outcome}</span>
        <svg width="34" height="14" viewBox="0 0 34 14" aria-hidden="true">
          <path className={css("dotLine")} d="M7,7H27" />
          {row.dots.map((right, at) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: there are two, in their order
              key={at}
              className={css("outcomeDot", right && "isRight")}
              cx={7 + 20 * at}
              cy="7"
              r="5"
            />
          ))}
        </svg>
        <span className={css("asked")} dir="auto">
          {question}
        </span>
        {row.luck ? (
          <span className={css("runs")} aria-hidden="true" title={lab.byLuckHelp}>
            ≈
          </span>
        ) : null}
        {hasRuns ? (
          <span className={css("runs")} aria-hidden="true" title={words.withRuns}>
            ⇄
          </span>
        ) : null}
      </button>
    </li>
  );
}
