/** Every setup and every flip as a table, and as cells of a file. */
import { useState } from "react";
import type { SetupFlip } from "../../../../evaluation/pipelines/factorial.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import type { Table } from "../../../../ui-kit/csv.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { costPhrase, extraCost } from "../../text/first-screen.ts";
import {
  score,
  setupCode,
  setupDigits,
  setupName,
  signedScore,
  signedScoreRange,
  upgradeName,
  pipelineText as words,
} from "../../text/lab-pipeline.ts";
import { FigureTable } from "../analysis/FigureTable.tsx";
import { css } from "./css.ts";

/** More rows at once would block the page. */
const firstRows = 30;

export function SetupTable(props: {
  report: PipelineReport;
  chosen: number;
  onChoose: (setup: number) => void;
}) {
  const { report, chosen, onChoose } = props;
  const { cost, setups } = report.analysis;
  const sorted = setups.toSorted((a, b) => b.quality.mean - a.quality.mean);
  const all = report.table.stages.reduce((product, { models }) => product * models.length, 1);
  const heads = words.setupHeads;
  const { shown, more } = useSome(sorted);
  return (
    <Figure
      title={words.setups}
      help={words.setupsHelp}
      file="setups"
      table={() => setupCells(report)}
      isTable
    >
      {all > setups.length ? (
        <p className={css("soft")}>{words.unknownSetups(all - setups.length)}</p>
      ) : null}
      <FigureTable
        label={words.setups}
        first={heads.setup}
        heads={[
          { label: heads.score },
          { label: heads.range },
          { label: heads.cost },
          { label: heads.gain },
          { label: heads.gainRange },
        ]}
        rows={shown.map(({ setup, quality, cost: own, gain, onFront }) => ({
          id: String(setup),
          title: (
            <span className={css(setup === chosen && "isChosen")}>
              <button
                type="button"
                className={css("setupButton")}
                aria-pressed={setup === chosen}
                onClick={() => onChoose(setup)}
              >
                <FrontMark isOn={onFront} />
                <span>{setupCode(report, setup)}</span>
                <span dir="auto">{setupName(report, setup)}</span>
              </button>
            </span>
          ),
          cells: [
            score(report, quality.mean),
            `${score(report, quality.low)} to ${score(report, quality.high)}`,
            costPhrase(cost, own),
            setup === 0 ? "" : signedScore(report, gain.mean),
            setup === 0 ? "" : signedScoreRange(report, gain),
          ],
        }))}
      />
      {more}
    </Figure>
  );
}

function FrontMark({ isOn }: { isOn: boolean }) {
  return (
    <>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <circle className={css("outcomeDot", isOn && "isRight")} cx="6" cy="6" r="4.5" />
      </svg>
      {isOn ? <span className="visually-hidden">{words.onFront}</span> : null}
    </>
  );
}

export function FlipTable({ report }: { report: PipelineReport }) {
  const { cost, flips } = report.analysis;
  const sorted = flips.toSorted((a, b) => Math.abs(b.gain.mean) - Math.abs(a.gain.mean));
  const { shown, more } = useSome(sorted);
  const heads = words.flipHeads;
  return (
    <Figure
      title={words.flips}
      help={words.flipsHelp}
      file="flips"
      table={() => flipCells(report, sorted)}
      isTable
    >
      <FigureTable
        label={words.flips}
        first={heads.change}
        heads={[
          { label: heads.from },
          { label: heads.gain },
          { label: heads.range },
          { label: heads.cost },
        ]}
        rows={shown.map((flip) => ({
          id: `${flip.from} ${flip.to}`,
          title: <span className={css("change")}>{upgradeName(report, flip)}</span>,
          cells: [
            setupCode(report, flip.from),
            signedScore(report, flip.gain.mean),
            signedScoreRange(report, flip.gain),
            extraCost(cost, flip.cost),
          ],
        }))}
      />
      {more}
    </Figure>
  );
}

function useSome<Row>(rows: readonly Row[]) {
  const [isAll, setAll] = useState(false);
  const some = isAll || rows.length <= firstRows;
  return {
    shown: some ? rows : rows.slice(0, firstRows),
    more: some ? null : (
      <p>
        <TextButton onClick={() => setAll(true)}>{words.showAll(rows.length)}</TextButton>
      </p>
    ),
  };
}

export function setupCells(report: PipelineReport): Table {
  const { setups, cost } = report.analysis;
  return {
    head: [
      ...report.table.stages.map(({ name }) => name),
      "score",
      "score low",
      "score high",
      cost,
      "gain",
      "gain low",
      "gain high",
      "on front",
    ],
    rows: setups.map(({ setup, quality, cost: own, gain, onFront }) => [
      ...modelsOf(report, setup),
      quality.mean,
      quality.low,
      quality.high,
      own,
      gain.mean,
      gain.low,
      gain.high,
      onFront ? 1 : 0,
    ]),
  };
}

export function flipCells(report: PipelineReport, flips: readonly SetupFlip[]): Table {
  return {
    head: ["change", "from", "to", "gain", "gain low", "gain high", report.analysis.cost],
    rows: flips.map((flip) => [
      upgradeName(report, flip),
      setupName(report, flip.from),
      setupName(report, flip.to),
      flip.gain.mean,
      flip.gain.low,
      flip.gain.high,
      flip.cost,
    ]),
  };
}

function modelsOf({ table }: PipelineReport, setup: number): string[] {
  const digits = setupDigits(table, setup);
  return table.stages.map(({ models }, at) => models[digits[at] ?? 0] ?? "");
}
