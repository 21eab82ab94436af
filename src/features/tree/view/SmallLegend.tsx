import type { ItemStatus } from "../../../folds/step-status.ts";
import { hexagonPath } from "../../../ui-kit/glyphs.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import { treeText } from "../text/tree.ts";
import sheet from "./Legend.module.css";
import { PassageMark, StatusEntry } from "./Legend.tsx";

const css = classes(sheet);

/** Marks keep the order of a run, so that none moves. */
export function SmallLegend({ items }: { items: readonly TreeItem[] }) {
  const keys = new Set(items.flatMap(legendKeys));
  if (keys.size === 0) return null;
  return (
    <ul className={css("small")} aria-label={treeText.legend}>
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
  | "reader"
  | "sure";

function legendKeys({ kind, status, marks, confidence, reader }: TreeItem): LegendKey[] {
  if (kind !== "hop") return [];
  const shown = new Set(marks.map((mark) => mark.kind));
  return [
    ...passageKinds.flatMap((one): LegendKey[] => (shown.has(one) ? [`mark:${one}`] : [])),
    ...(reader === null ? [] : (["reader"] as const)),
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
          {treeText.passageMark}
        </li>
      );
    case "mark:read":
      return (
        <li>
          <PassageMark hollow />
          {treeText.readMark}
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
          {treeText.seenMark}
        </li>
      );
    case "reader":
      return (
        <li>
          <svg
            className={css("bead")}
            viewBox="-10 -10 20 20"
            width="18"
            height="18"
            aria-hidden="true"
          >
            <path d={hexagonPath} transform="scale(0.6)" />
          </svg>
          {treeText.readerMark}
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
          {treeText.sureMark}
        </li>
      );
    default:
      return <StatusEntry status={of} />;
  }
}
