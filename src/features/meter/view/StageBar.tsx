import { useView } from "../../../app/runtime/runtime-context.ts";
import type { Entry } from "../../../folds/ledger.ts";
import { type Stage, stages } from "../../../log/types.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { seconds, spending } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useMarkedStages } from "../../tree/view/use-stage-link.ts";
import { meterText } from "../text/meter.ts";
import sheet from "./StageBar.module.css";
import { shares } from "./scales.ts";

const css = classes(sheet);

export function StageBar({ byStage }: { byStage: Readonly<Record<Stage, Entry>> }) {
  const marked = useMarkedStages();
  const pointStage = useView((state) => state.pointStage);
  const inMoney = stages.some((stage) => byStage[stage].usd > 0);
  const lengths = shares(
    stages.map((stage) => (inMoney ? byStage[stage].usd : secondsOf(byStage[stage]))),
  );
  return (
    <div>
      <h3 className={css("title")}>{meterText.byStage}</h3>
      <div className={css("bar")} aria-hidden="true">
        {stages.map((stage, index) => (
          <span
            key={stage}
            className={css("segment", stage, marked !== null && !marked.has(stage) && "isDimmed")}
            style={{ width: `${((lengths[index] ?? 0) * 100).toFixed(2)}%` }}
            onPointerEnter={() => pointStage(stage)}
            onPointerLeave={() => pointStage(null)}
          />
        ))}
      </div>
      <ul>
        {stages.map((stage) => (
          <StageRow
            key={stage}
            stage={stage}
            entry={byStage[stage]}
            isActive={marked?.has(stage) === true}
          />
        ))}
      </ul>
      <p className={css("note")}>{noteOn(byStage, inMoney)}</p>
    </div>
  );
}

/** Focus works like hovering; hovering over a step marks the row. */
function StageRow(props: { stage: Stage; entry: Entry; isActive: boolean }) {
  const { stage, entry, isActive } = props;
  const pointStage = useView((state) => state.pointStage);
  const time = seconds(secondsOf(entry));
  return (
    <li>
      <button
        type="button"
        className={css("row", isActive && "isActive")}
        aria-label={meterText.stageRow(stage, spending(entry), time)}
        onPointerEnter={() => pointStage(stage)}
        onPointerLeave={() => pointStage(null)}
        onFocus={() => pointStage(stage)}
        onBlur={() => pointStage(null)}
      >
        <span className={css("name")}>
          <span className={css("key", stage)} />
          {text.stages.names[stage]}
        </span>
        <span>{spending(entry)}</span>
        <span>{time}</span>
      </button>
    </li>
  );
}

function secondsOf(entry: Entry): number {
  return entry.localSeconds + entry.remoteSeconds;
}

function noteOn(byStage: Readonly<Record<Stage, Entry>>, inMoney: boolean): string {
  if (inMoney) return meterText.byMoney;
  const unknownPart = stages.some((stage) => byStage[stage].unknownUsdCalls > 0);
  return unknownPart ? meterText.unknownByTime : meterText.byTime;
}
