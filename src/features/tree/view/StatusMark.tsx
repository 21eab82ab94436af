import type { ItemStatus } from "../../../folds/step-status.ts";
import { statusGlyphs, statusRadius } from "../../../ui-kit/glyphs.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import sheet from "./StatusMark.module.css";

const css = classes(sheet);

export function StatusMark({ status }: { status: ItemStatus }) {
  return (
    <span className={css("status")}>
      <StatusGlyphMark status={status} />
      {text.tree.status[status]}
    </span>
  );
}

/** Decorative: the text says the same. */
export function StatusGlyphMark({ status }: { status: ItemStatus }) {
  const glyph = statusGlyphs[status];
  return (
    <svg
      className={css("glyph", status)}
      viewBox="-10 -10 20 20"
      width="18"
      height="18"
      aria-hidden="true"
    >
      {glyph.ring === "none" ? null : (
        <circle r={statusRadius} className={css(glyph.ring === "dotted" && "dotted")} />
      )}
      <path d={glyph.path} />
    </svg>
  );
}
