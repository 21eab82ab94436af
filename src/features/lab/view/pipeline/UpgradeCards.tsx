/** A card for each stage: what each larger model gains there, its cost, and advice. */
import type { UpgradeFigures } from "../../../../evaluation/pipelines/analyse-pipeline.ts";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { upgradeModels, pipelineText as words } from "../../text/lab-pipeline.ts";
import { IntervalBar } from "../first/IntervalBar.tsx";
import { css } from "./css.ts";
import { FlipLine, isCube, kindOf } from "./FlipLine.tsx";

export function UpgradeCards({ report }: { report: PipelineReport }) {
  const { stages } = report.table;
  return (
    <section className={css("part")} aria-labelledby="pipeline-gains">
      <h3 id="pipeline-gains">{words.cards}</h3>
      <div className={css("upgrades")}>
        {stages.map(({ name }, stage) => (
          <StageCard key={name} report={report} stage={stage} />
        ))}
      </div>
      <p className={css("quiet")}>{words.method}</p>
    </section>
  );
}

function StageCard({ report, stage }: { report: PipelineReport; stage: number }) {
  const { upgrades, refused } = report.analysis;
  const kind = isCube(report.table) ? kindOf(report.table, { stage, model: 1 }) : null;
  const name = report.table.stages[stage]?.name ?? "";
  return (
    <section className={css("card", kind)} aria-label={name}>
      <h3 dir="auto">{name}</h3>
      {upgrades
        .filter((one) => one.stage === stage)
        .map((one) => (
          <Upgraded key={one.model} report={report} upgrade={one} />
        ))}
      {refused
        .filter((one) => one.stage === stage)
        .map((one) => (
          <div key={one.model} className={css("upgrade", kindOf(report.table, one))}>
            <h4>
              <span dir="auto">{upgradeModels(report, one)}</span>
            </h4>
            <p className={css("advice")}>{words.refused}</p>
          </div>
        ))}
    </section>
  );
}

function Upgraded({ report, upgrade }: { report: PipelineReport; upgrade: UpgradeFigures }) {
  const { gain, cost, main } = upgrade;
  const settling = words.settling(upgrade);
  const mainEffect = words.main(report, main);
  return (
    <div className={css("upgrade", kindOf(report.table, upgrade))}>
      <h4>
        <span dir="auto">
          <FlipLine /> {upgradeModels(report, upgrade)}
        </span>
        <span className={css("gain")}>{words.gain(report, gain)}</span>
      </h4>
      <IntervalBar gain={gain} reach={reachOf(report)} />
      <p className={css("figures")}>
        <span>{words.range(report, gain)}</span>
        <span>{words.extra(report, cost)}</span>
        {mainEffect === null ? null : <span>{mainEffect}</span>}
      </p>
      <p className={css("advice")}>
        {words.advice(upgrade)} {settling === null ? null : <small>{settling}</small>}
      </p>
    </div>
  );
}

function reachOf({ analysis: { upgrades } }: PipelineReport): number {
  return upgrades.reduce(
    (most, { gain: { low, high } }) => Math.max(most, Math.abs(low), Math.abs(high)),
    0.01,
  );
}
