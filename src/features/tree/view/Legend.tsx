/** How to read the tree: before a run what the method can lead to, after it what occurs. */

import { useSettings } from "../../../app/runtime/runtime-context.ts";
import type { ItemStatus } from "../../../folds/step-status.ts";
import type { RunSettings } from "../../../log/types.ts";
import type { MethodInfo } from "../../../runtime/method.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../ui-kit/TierIcon.tsx";
import { text } from "../../../ui-kit/text/page.ts";
import { useMethod } from "../../../ui-kit/use-problems.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import sheet from "./Legend.module.css";
import { StatusGlyphMark } from "./StatusMark.tsx";

const css = classes(sheet);

/** Where the tree will grow. */
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

/** Under a tree: only the marks that are in it, in the order in which a run brings them, so that none moves. */
export function SmallLegend({ items }: { items: readonly TreeItem[] }) {
  const keys = new Set(items.flatMap(legendKeys));
  if (keys.size === 0) return null;
  return (
    <ul className={css("small")} aria-label={text.tree.legend}>
      {[...keys].map((key) => (
        <LegendEntry key={key} of={key} />
      ))}
    </ul>
  );
}

type LegendKey =
  | Exclude<ItemStatus, "waiting">
  | "mark:seen"
  | "mark:read"
  | "mark:support"
  | "sure";

/** What a step shows: what was retrieved, what was read, how sure that is, and what it came to. */
function legendKeys({ kind, status, marks, confidence }: TreeItem): LegendKey[] {
  if (kind !== "hop") return [];
  const shown = new Set(marks.map((mark) => mark.kind));
  return [
    ...passageKinds.flatMap((one): LegendKey[] => (shown.has(one) ? [`mark:${one}`] : [])),
    ...(confidence === null ? [] : (["sure"] as const)),
    ...(status === "waiting" ? [] : [status]),
  ];
}

const passageKinds = ["seen", "read", "support"] as const;

function LegendEntry({ of }: { of: LegendKey }) {
  switch (of) {
    case "mark:support":
      return (
        <li>
          <PassageMark />
          {text.tree.passageMark}
        </li>
      );
    case "mark:read":
      return (
        <li>
          <PassageMark hollow />
          {text.tree.readMark}
        </li>
      );
    case "mark:seen":
      return (
        <li>
          <svg
            className={css("bead")}
            viewBox="-10 -10 20 20"
            width="18"
            height="18"
            aria-hidden="true"
          >
            <path d="M-9,5h18M-5,5v-7M1,5v-7M4,5v-7" />
          </svg>
          {text.tree.seenMark}
        </li>
      );
    case "sure":
      return (
        <li>
          <svg
            className={css("sure")}
            viewBox="-10 -10 20 20"
            width="18"
            height="18"
            aria-hidden="true"
          >
            <circle r="7" />
            <path d="M0,-7a7,7 0 1,1 -7,7M4.2,4.2l3.5,3.5" />
          </svg>
          {text.tree.sureMark}
        </li>
      );
    default:
      return <StatusEntry status={of} />;
  }
}

function StatusEntry({ status }: { status: ItemStatus }) {
  return (
    <li>
      <StatusGlyphMark status={status} />
      {text.tree.status[status]}
    </li>
  );
}

function PassageMark({ hollow = false }: { hollow?: boolean }) {
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

/** What a step can come to by these settings. */
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
