/** The cube of three stages with two models, else a picture for each stage; and the front. */
import { Figure } from "../../../../ui-kit/Figure.tsx";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { upgradeModels, pipelineText as words } from "../../text/lab-pipeline.ts";
import { css } from "./css.ts";
import { FlipLine, isCube, kindOf } from "./FlipLine.tsx";
import { SetupPlane } from "./SetupPlane.tsx";
import { flipCells, setupCells } from "./Tables.tsx";

interface Props {
  report: PipelineReport;
  chosen: number;
  onChoose: (setup: number) => void;
}

export function Pictures(props: Props) {
  const { report } = props;
  const { setups } = report.analysis;
  if (report.costs.length === 0 || setups.length < 2) return null;
  return (
    <>
      <Names report={report} />
      {isCube(report.table) ? (
        <Figure
          title={words.cube}
          help={words.planeHelp}
          file="cube"
          table={() => flipCells(report, report.analysis.flips)}
        >
          <SetupPlane {...props} flips={report.analysis.flips} isNamed height={372} most={1100} />
          <Key report={report} stages={report.table.stages.map((_, stage) => stage)} />
        </Figure>
      ) : (
        <Multiples {...props} />
      )}
      <Figure
        title={words.front}
        help={words.frontHelp}
        file="front"
        table={() => setupCells(report)}
      >
        <SetupPlane {...props} flips={[]} withFront height={340} most={900} />
      </Figure>
    </>
  );
}

function Multiples(props: Props) {
  const { report } = props;
  return (
    <section className={css("part")} aria-labelledby="pipeline-multiples">
      <h3 id="pipeline-multiples">{words.multiples}</h3>
      <p className={css("quiet")}>{words.planeHelp}</p>
      <div className={css("panels")}>
        {report.table.stages.map(({ name }, stage) => {
          const flips = report.analysis.flips.filter((one) => one.stage === stage);
          if (flips.length === 0) return null;
          return (
            <section key={name} className={css("panel")} aria-label={words.multiple(name)}>
              <h4 dir="auto">{name}</h4>
              <SetupPlane {...props} flips={flips} height={250} most={560} />
              <Key report={report} stages={[stage]} />
            </section>
          );
        })}
      </div>
    </section>
  );
}

function Key({ report, stages }: { report: PipelineReport; stages: readonly number[] }) {
  const all = stages.flatMap((stage) => {
    const { models = [], name = "" } = report.table.stages[stage] ?? {};
    return models.slice(1).map((_, at) => ({ stage, model: at + 1, name }));
  });
  return (
    <ul className={css("names")}>
      {all.map((one) => (
        <li key={`${one.stage} ${one.model}`} className={css(kindOf(report.table, one))}>
          <FlipLine /> {stages.length > 1 ? `${one.name}: ` : ""}
          {upgradeModels(report, one)}
        </li>
      ))}
    </ul>
  );
}

function Names({ report }: { report: PipelineReport }) {
  return (
    <div className={css("part")}>
      <p className={css("quiet")}>{words.key}</p>
      <ul className={css("names")}>
        {report.table.stages.map(({ name, models }) => (
          <li key={name}>
            <strong>{name}</strong> {models.map((model, at) => `${at + 1} ${model}`).join(", ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
