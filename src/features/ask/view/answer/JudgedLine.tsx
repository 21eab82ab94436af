/**
 * The line below an answer with the verifier's confidence; its space is reserved until that is
 * known.
 */
import { Suspense } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import type { AnswerState } from "../../../../folds/answer-state.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { Judged } from "../../judge.ts";
import sheet from "./JudgedLine.module.css";

const css = classes(sheet);

const Sureness = lazyView(async (parts) => (await parts.sureness()).Sureness);

export function JudgedLine(props: { judged: Judged | null; state: AnswerState | null }) {
  const { judged, state } = props;
  return (
    <div className={css("line")}>
      {judged === null ? null : (
        <Suspense fallback={null}>
          <Sureness judged={judged} state={state} />
        </Suspense>
      )}
    </div>
  );
}
