/** All figures of another agent's runs; one setup is chosen, and compared with another. */
import { useState } from "react";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { pipelineText as words } from "../../text/lab-pipeline.ts";
import { basisText } from "../../text/pipeline-problems.ts";
import { useLab } from "../lab-context.ts";
import { css } from "./css.ts";
import { NextPart, TogetherPart } from "./Findings.tsx";
import { Pictures } from "./Pictures.tsx";
import { ScoreGrid } from "./ScoreGrid.tsx";
import { FlipTable, SetupTable } from "./Tables.tsx";
import { TurnedPart } from "./TurnedPart.tsx";
import { UpgradeCards } from "./UpgradeCards.tsx";

export function Report({ report }: { report: PipelineReport }) {
  const { table, analysis, costs } = report;
  const [chosen, setChosen] = useState(() => bestOf(report));
  return (
    <div className={css("report")}>
      <div className={css("part")}>
        <p className={css("soft")}>
          {words.about(report)} {basisText[analysis.basis]}{" "}
          {table.fixed.map(({ name, model }) => words.fixed(name, model)).join(" ")}
        </p>
        <CostChoice report={report} />
        {costs.length === 0 ? <p className={css("soft")}>{words.noCost}</p> : null}
      </div>
      <UpgradeCards report={report} />
      <NextPart report={report} />
      <Pictures report={report} chosen={chosen} onChoose={setChosen} />
      <ScoreGrid report={report} chosen={chosen} onChoose={setChosen} />
      <TurnedPart report={report} to={chosen} onChoose={setChosen} />
      <TogetherPart report={report} />
      <SetupTable report={report} chosen={chosen} onChoose={setChosen} />
      <FlipTable report={report} />
    </div>
  );
}

function CostChoice({ report: { costs, analysis } }: { report: PipelineReport }) {
  const { pipeline } = useLab();
  if (costs.length < 2) return null;
  return (
    <div className={css("tools")}>
      <SelectField
        label={words.cost}
        value={analysis.cost}
        options={costs.map((cost) => ({ value: cost, label: words.costs[cost] }))}
        onChange={(cost) => void pipeline.countBy(cost)}
      />
    </div>
  );
}

function bestOf({ analysis: { setups } }: PipelineReport): number {
  const [first] = setups.toSorted((a, b) => b.quality.mean - a.quality.mean);
  return first?.setup ?? 0;
}
