import { useSettings } from "../../../app/runtime/runtime-context.ts";
import type { ItemStatus } from "../../../folds/step-status.ts";
import type { RunSettings } from "../../../log/types.ts";
import type { MethodInfo } from "../../../runtime/method.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../ui-kit/TierIcon.tsx";
import { text } from "../../../ui-kit/text/page.ts";
import { useMethod } from "../../../ui-kit/use-problems.ts";
import sheet from "./Legend.module.css";
import { StatusGlyphMark } from "./StatusMark.tsx";

const css = classes(sheet);

export function Legend() {
  const run = useSettings((state) => state.run);
  const method = useMethod();
  return (
    <div className={css("legend")}>
      <p className={css("title")}>{text.tree.empty}</p>
      <p>{text.tree.emptyBody}</p>
      <ul>
        <li>
          <TierIcon tier="small" />
          {text.tree.legendSmall}
        </li>
        <li>
          <TierIcon tier="large" />
          {text.tree.legendLarge}
        </li>
        <li>
          <PassageMark />
          {text.tree.legendPassage}
        </li>
        {possible(run, method).map((status) => (
          <StatusEntry key={status} status={status} />
        ))}
      </ul>
    </div>
  );
}

export function StatusEntry({ status }: { status: ItemStatus }) {
  return (
    <li>
      <StatusGlyphMark status={status} />
      {text.tree.status[status]}
    </li>
  );
}

export function PassageMark({ hollow = false }: { hollow?: boolean }) {
  return (
    <svg
      className={css("bead", hollow && "hollow")}
      viewBox="-10 -10 20 20"
      width="18"
      height="18"
      aria-hidden="true"
    >
      <rect x="-4" y="-4" width="8" height="8" />
    </svg>
  );
}

const chained: readonly ItemStatus[] = [
  "verified",
  "corrected",
  "completed",
  "accepted",
  "unsolved",
  "skipped",
];

function possible(run: RunSettings, method: MethodInfo | null): readonly ItemStatus[] {
  if (method?.kind === "baseline") return ["answered", "reasoned", "known", "unknown"];
  const statuses = new Set<ItemStatus>(
    method?.shape(run) === "chain" ? chained : ["answered", "unknown"],
  );
  if (run.gate.kind !== "off" || run.source.tool === "none") statuses.add("known");
  if (run.rewriter === "claims")
    for (const one of ["searched", "skipped"] as const) statuses.add(one);
  if (run.fallback.on) for (const one of ["answered", "combined"] as const) statuses.add(one);
  return [...statuses];
}
