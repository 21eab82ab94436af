/** How to read the tree, shown where it will grow. */
import type { ItemStatus } from "../../viz/tree-model.ts";
import { WorkerMark } from "../shared/WorkerMark.tsx";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./Legend.module.css";
import { StatusGlyphMark } from "./StatusMark.tsx";

const css = classes(sheet);

const statuses: readonly ItemStatus[] = [
  "verified",
  "corrected",
  "completed",
  "accepted",
  "unsolved",
  "skipped",
];

export function Legend() {
  return (
    <div className={css("legend")}>
      <p className={css("title")}>{text.tree.empty}</p>
      <p>{text.tree.emptyBody}</p>
      <ul>
        <li>
          <WorkerMark tier="small" />
          {text.tree.legendSmall}
        </li>
        <li>
          <WorkerMark tier="large" />
          {text.tree.legendLarge}
        </li>
        <li>
          <svg
            className={css("bead")}
            viewBox="-10 -10 20 20"
            width="18"
            height="18"
            aria-hidden="true"
          >
            <rect x="-4" y="-4" width="8" height="8" />
          </svg>
          {text.tree.legendPassage}
        </li>
        {statuses.map((status) => (
          <li key={status}>
            <StatusGlyphMark status={status} />
            {text.tree.status[status]}
          </li>
        ))}
      </ul>
    </div>
  );
}
