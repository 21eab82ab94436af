/** A table wider than a phone: scrolls by itself, also by keyboard. */
import type { ReactNode } from "react";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";

export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section aria-label={words.tableOf(label)} tabIndex={0} className={css("scroll")}>
      {children}
    </section>
  );
}
