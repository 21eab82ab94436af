/** Every question in every setup, as a grid; visible questions are fetched from the worker. */
import { startTransition, useCallback, useEffect, useMemo, useState } from "react";
import {
  gridSetups,
  type QuestionScores,
  type ScoreChoice,
  scoreSorts,
} from "../../../../evaluation/pipelines/question-scores.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { labAnalysisText } from "../../text/lab-analysis.ts";
import { gridText } from "../../text/lab-grid.ts";
import { setupCode, pipelineText as words } from "../../text/lab-pipeline.ts";
import { GridFields, GridKey, OnlyDiffering } from "../analysis/GridTools.tsx";
import type { MarkedOutcome } from "../analysis/OutcomeMark.tsx";
import { type GridSource, SetupGrid } from "../analysis/SetupGrid.tsx";
import { useLab } from "../lab-context.ts";
import { css } from "./css.ts";

/** Rows that are fetched at once. */
const piece = 200;

interface Pressed {
  question: string;
  text: string;
  said: string;
  setup: number;
}

export function ScoreGrid(props: {
  report: PipelineReport;
  chosen: number;
  onChoose: (setup: number) => void;
}) {
  const { report, chosen, onChoose } = props;
  const [sort, setSort] = useState<ScoreChoice["sort"]>("order");
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const setups = useSetups(report, chosen);
  const choice = useMemo(() => ({ setups, sort, onlyDiffering }), [setups, sort, onlyDiffering]);
  const { loaded, want } = useLoaded(report, choice);
  const source = useMemo(
    () => (loaded === null ? null : sourceOf(report, loaded)),
    [report, loaded],
  );
  const { questions } = report.table;

  function press(row: number, column: number): void {
    const question = source?.question(row) ?? null;
    const setup = loaded?.setups[column];
    if (source === null || question === null || setup === undefined) return;
    const { said } = source.cell(row, column);
    setPressed({ question: question.id, text: question.text, said, setup });
    // Pictures and tables follow in slices.
    startTransition(() => onChoose(setup));
  }

  return (
    <section className={css("part")} aria-labelledby="pipeline-grid">
      <h3 id="pipeline-grid">{words.grid}</h3>
      <p className={css("quiet")}>{words.gridHelp}</p>
      <LeftOut report={report} setups={setups} />
      <GridFields>
        <SelectField<ScoreChoice["sort"]>
          label={gridText.sort}
          value={sort}
          options={scoreSorts.map((value) => ({ value, label: words.gridSorts[value] }))}
          onChange={setSort}
        />
        <OnlyDiffering checked={onlyDiffering} onChange={setOnlyDiffering} />
      </GridFields>
      <GridKey marks={words.gridKey(report)}>
        {report.table.hasRepeats ? <span>{words.gridRepeats}</span> : null}
      </GridKey>
      {source === null ? (
        <p role="status">{words.opening}</p>
      ) : (
        <>
          <p role="status" className={css("soft")}>
            {labAnalysisText.questionCount(source.rows, questions)}.
          </p>
          {source.rows === 0 ? null : (
            <SetupGrid
              source={source}
              opened={
                pressed === null
                  ? null
                  : { question: pressed.question, setup: String(pressed.setup), beside: null }
              }
              onOpen={press}
              onDrawn={want}
            />
          )}
          <div role="status">
            {pressed === null ? null : (
              <>
                <p className={css("gridPressed")} dir="auto">
                  {pressed.text}
                </p>
                <p>{words.gridChosen(report, pressed.said, pressed.setup)}</p>
              </>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function LeftOut({ report, setups }: { report: PipelineReport; setups: readonly number[] }) {
  const left = [...report.table.ran.keys()].filter((setup) => !setups.includes(setup));
  if (left.length === 0) return null;
  return (
    <details className={css("more")}>
      <summary>{words.gridLeftOut(left.length)}</summary>
      <p className={css("gridLeftOut")}>
        {left.map((setup) => setupCode(report, setup)).join(", ")}
      </p>
    </details>
  );
}

/** The chosen one comes last if it has no place of its own, so that the others keep theirs. */
function useSetups(report: PipelineReport, chosen: number): readonly number[] {
  const usual = useMemo(() => {
    const best = report.analysis.setups.toSorted((a, b) => b.quality.mean - a.quality.mean);
    const front = best.filter(({ onFront }) => onFront);
    return gridSetups(report.table.ran, [
      0,
      ...[...best.slice(0, 1), ...front].map(({ setup }) => setup),
    ]);
  }, [report]);
  const extra = usual.includes(chosen) ? null : chosen;
  return useMemo(() => (extra === null ? usual : [...usual, extra]), [usual, extra]);
}

interface Loaded {
  setups: readonly number[];
  rows: Uint32Array;
  pieces: ReadonlyMap<number, QuestionScores>;
  /** Pieces that were asked for; grows in place. */
  asked: Set<number>;
}

/** Shows the previous rows until the next arrive. */
function useLoaded(report: PipelineReport, choice: ScoreChoice) {
  const { pipeline } = useLab();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has other questions
  useEffect(() => {
    let wanted = true;
    async function load(): Promise<void> {
      const { setups } = choice;
      const rows = await pipeline.rows(choice);
      const first = await pipeline.scores(rows.slice(0, piece), setups);
      if (!wanted) return;
      const pieces = new Map(first === null ? [] : [[0, first] as const]);
      // A grid of many setups is drawn in slices.
      startTransition(() => setLoaded({ setups, rows, pieces, asked: new Set([0]) }));
    }
    void load();
    return () => {
      wanted = false;
    };
  }, [pipeline, report, choice]);
  const want = useCallback(
    (drawn: readonly number[]) => {
      if (loaded === null) return;
      const { rows, setups, asked } = loaded;
      for (const at of new Set(drawn.map((row) => Math.floor(row / piece)))) {
        if (asked.has(at)) continue;
        asked.add(at);
        void pipeline.scores(rows.slice(at * piece, (at + 1) * piece), setups).then((scores) => {
          if (scores === null) return;
          startTransition(() =>
            setLoaded((now) =>
              now?.rows === rows ? { ...now, pieces: new Map([...now.pieces, [at, scores]]) } : now,
            ),
          );
        });
      }
    },
    [pipeline, loaded],
  );
  return { loaded, want };
}

function sourceOf(report: PipelineReport, { setups, rows, pieces }: Loaded): GridSource {
  return {
    setups: setups.map((setup) => ({
      id: String(setup),
      title: words.gridSetup(report, setup),
      mark: <strong>{setupCode(report, setup)}</strong>,
      figure: words.gridFigure(report, setup),
    })),
    rows: rows.length,
    question(row) {
      const text = pieces.get(Math.floor(row / piece))?.questions[row % piece];
      return text === undefined ? null : { id: String(rows[row]), text, hasRuns: false };
    },
    cell(row, column) {
      const own = pieces.get(Math.floor(row / piece));
      const at = (row % piece) * setups.length + column;
      const score = own?.scores[at] ?? Number.NaN;
      const repeats = own?.repeats[at] ?? 0;
      return {
        mark: markOf(report, score),
        figure: Number.isNaN(score) ? "" : words.gridCell(report, score, repeats),
        said: words.gridSaid(report, score, repeats),
      };
    },
  };
}

function markOf({ isShare }: PipelineReport, score: number): MarkedOutcome | null {
  if (Number.isNaN(score)) return "none";
  if (!isShare) return null;
  return score === 1 ? "right" : score === 0 ? "wrong" : "part";
}
