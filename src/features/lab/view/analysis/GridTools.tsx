/** Fields and key above a grid. */
import type { ReactNode } from "react";
import { gridText } from "../../text/lab-grid.ts";
import { css } from "./css.ts";
import { type MarkedOutcome, OutcomeMark } from "./OutcomeMark.tsx";

export function GridFields({ children }: { children: ReactNode }) {
  return <div className={css("fields")}>{children}</div>;
}

export function GridKey(props: {
  marks: readonly (readonly [MarkedOutcome, string])[];
  children?: ReactNode;
}) {
  return (
    <p className={css("gridKey")}>
      {props.marks.map(([outcome, said]) => (
        <span key={outcome}>
          <OutcomeMark outcome={outcome} /> {said}
        </span>
      ))}
      {props.children}
    </p>
  );
}

export function OnlyDiffering(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={css("gridOnly")}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {gridText.onlyDiffering}
    </label>
  );
}
