/**
 * The verifier's confidence in an answer: the figure with its ring, and its explanation on demand.
 */

import { useMemo, useState } from "react";
import type { AnswerState } from "../../../../folds/answer-state.ts";
import { standingOf } from "../../../../folds/standing.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { surenessText as words } from "../../../../ui-kit/text/sureness.ts";
import type { Judged } from "../../judge.ts";
import { answerText } from "../../text/answer.ts";
import { reasonsText } from "../../text/reasons.ts";
import { SureArc } from "./SureArc.tsx";
import sheet from "./Sureness.module.css";

const css = classes(sheet);

interface SurenessProps {
  judged: Judged;
  state: AnswerState | null;
}

export function Sureness({ judged, state }: SurenessProps) {
  const { sure } = judged;
  const [isOpen, setOpen] = useState(false);
  if (sure === null) return null;
  const standing = state === null ? null : standingOf(state, sure);
  return (
    <details
      className={css("sureness", standing === "doubtful" && "isDoubtful")}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={css("summary")}>
        <SureArc sure={sure} />
        <span>
          <b>{words.line(standing, sure)}</b> <span className={css("why")}>{answerText.why}</span>
        </span>
      </summary>
      {isOpen ? <Told judged={judged} sure={sure} isDoubted={standing === "doubtful"} /> : null}
    </details>
  );
}

/** Computed only when opened: the reasons cost as much as many predictions. */
function Told(props: { judged: Judged; sure: number; isDoubted: boolean }) {
  const { judged, sure, isDoubted } = props;
  const { inFavour, against } = useMemo(() => {
    const features = judged.features();
    return features === null ? nothing : reasonsText(judged.effects(), features);
  }, [judged]);
  return (
    <div className={css("told")}>
      {inFavour === "" ? null : <p>{inFavour}</p>}
      {against === "" ? null : <p>{against}</p>}
      {isDoubted && against === "" ? <p>{answerText.noReason}</p> : null}
      <p className={css("basis")}>
        {words.means(sure)} {words.basis}
      </p>
    </div>
  );
}

const nothing = { inFavour: "", against: "" };
