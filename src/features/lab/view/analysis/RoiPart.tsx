/** CoopLLM's Figure 2 for one's own results, with the paper's warning in plain sight. */
import { useMemo } from "react";
import {
  costOfBar,
  type RoiDenominator,
  roiDenominators,
} from "../../../../evaluation/analysis/roi.ts";
import type { LabAnalysis, StageRoi } from "../../../../evaluation/types.ts";
import { stageWords } from "../../../../log/types.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { costText, interval, roiText, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { RoiPicture, type RoiRow } from "./RoiPicture.tsx";
import { Scroll } from "./Scroll.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

export function RoiPart({ analysis }: { analysis: LabAnalysis }) {
  const denominator = useAnalysis((state) => state.denominator);
  const { store } = useAnalysisContext();
  const rows = useMemo(() => rowsOf(analysis), [analysis]);
  return (
    <Figure
      title={words.roiTitle}
      help={words.roiHelp}
      file="roi"
      table={() => csvTable(rows, denominator)}
      isTable={rows.length === 0}
    >
      <div className={css("plate")}>
        <div className={css("aside")}>
          <p className={css("warning")}>{words.warning}</p>
          {rows.length === 0 ? (
            <p>{words.noRoi}</p>
          ) : (
            <div className={css("fields")}>
              <SelectField
                label={words.roiPer}
                value={denominator}
                options={roiDenominators.map((value) => ({
                  value,
                  label: words.denominators[value],
                }))}
                onChange={(value) => store.choose({ denominator: value })}
              />
            </div>
          )}
        </div>
        {rows.length === 0 ? null : (
          <RoiPicture rows={rows} denominator={denominator} metric={analysis.metric} />
        )}
      </div>
      {rows.length === 0 ? null : <RoiTable rows={rows} denominator={denominator} />}
      {rows.length < 2 ? null : <p className={css("soft")}>{words.severalStages(rows.length)}</p>}
      {rows.some(({ mixed }) => mixed) ? <p className={css("soft")}>{words.mixedRoles}</p> : null}
    </Figure>
  );
}

/** Includes absolute accuracies, without which ROI is misleading. */
function rowsOf({ roi, summaries, metric }: LabAnalysis): RoiRow[] {
  const quality = (id: string) => summaries.find((one) => one.id === id)?.metrics[metric] ?? null;
  return roi.map((stage) => ({
    ...stage,
    quality: quality(stage.with),
    baseQuality: quality(stage.base),
  }));
}

function RoiTable({ rows, denominator }: { rows: RoiRow[]; denominator: RoiDenominator }) {
  const heads = words.roiTable;
  return (
    <Scroll label={words.roiTitle}>
      <table className={css("table", "breaking")}>
        <caption className="visually-hidden">{words.roiTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{heads.stage}</th>
            {[heads.n, heads.base, heads.with, heads.cost, heads.costOfCall].map((head) => (
              <th key={head} scope="col" className={css("numeric")}>
                {head}
              </th>
            ))}
            <th scope="col" className={css("numeric")}>
              {words.roiBand(denominator)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.stage}>
              <th scope="row">{words.stages[row.stage]}</th>
              <td className={css("numeric")}>{row.n}</td>
              <td className={css("numeric")}>{interval(row.baseQuality)}</td>
              <td className={css("numeric")}>{interval(row.quality)}</td>
              <td className={css("numeric")}>{costText(denominator, row.cost[denominator])}</td>
              <td className={css("numeric")}>{costOfCall(row, denominator)}</td>
              <td className={css("numeric")}>{roiText(row.roi[denominator])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** One interaction takes one call. */
function costOfCall({ cost }: StageRoi, denominator: RoiDenominator): string {
  return denominator === "largeCalls" ? "1" : costText(denominator, costOfBar(cost, denominator));
}

function csvTable(rows: readonly RoiRow[], denominator: RoiDenominator) {
  return {
    head: [
      "stage",
      "n",
      "all small, %",
      "with large, %",
      "gain, points",
      "gain low",
      "gain high",
      "improvement, %",
      `${denominator} a question`,
      `${denominator} an interaction`,
      `ROI, % per ${words.denominators[denominator]}`,
      "ROI low",
      "ROI high",
      "McNemar mid-p",
      "verdict",
    ],
    rows: rows.map((row) => {
      const roi = row.roi[denominator];
      const shown = (value: number | undefined) => (value === undefined ? null : 100 * value);
      return [
        stageWords[row.stage],
        row.n,
        shown(row.baseQuality?.mean),
        shown(row.quality?.mean),
        shown(row.gain.mean),
        shown(row.gain.low),
        shown(row.gain.high),
        shown(row.improvement?.mean),
        row.cost[denominator],
        denominator === "largeCalls" ? 1 : costOfBar(row.cost, denominator),
        shown(roi?.mean),
        shown(roi?.low),
        shown(roi?.high),
        row.mcnemar?.midP ?? null,
        row.verdict,
      ];
    }),
  };
}
