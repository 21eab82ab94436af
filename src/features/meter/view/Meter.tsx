/** What the run costs while it runs, and what it spared. */
import { Suspense } from "react";
import { MeterBody } from "../../../app/lazy/arrival-parts.ts";
import { useRun } from "../../../app/runtime/runtime-context.ts";
import type { Entry } from "../../../folds/ledger.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { spending, unknown } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useNextTask } from "../../../ui-kit/use-next-task.ts";
import sheet from "./Meter.module.css";

const css = classes(sheet);

export function Meter() {
  const total = useRun((state) => state.ledger.total);
  // What stands below the figure comes in a task of its own, after the tree.
  const idle = useNextTask(useRun((state) => state.ledger.charges.length === 0));
  return (
    <aside className={css("meter")} aria-labelledby="meter-title">
      <h2 id="meter-title" className={css("title")}>
        {text.meter.title}
      </h2>
      <Spent entry={total} />
      {idle ? (
        <p className={css("soft")}>{text.meter.idle}</p>
      ) : (
        <Suspense fallback={null}>
          <MeterBody />
        </Suspense>
      )}
    </aside>
  );
}

function Spent({ entry }: { entry: Entry }) {
  const unknownCalls = entry.unknownUsdCalls;
  const nothingKnown = unknownCalls > 0 && entry.usd === 0;
  const note = nothingKnown ? text.meter.unknownAll : text.meter.unknownPart;
  return (
    <div>
      <p className={css("label")}>{text.meter.spent}</p>
      <p className={css("spent")}>
        {nothingKnown ? unknown : spending({ ...entry, unknownUsdCalls: 0 })}
      </p>
      {unknownCalls > 0 ? <p className={css("soft")}>{note(unknownCalls)}</p> : null}
    </div>
  );
}
