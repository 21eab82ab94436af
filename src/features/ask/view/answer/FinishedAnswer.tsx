/** The answer with its marks, the way it was reached, and what can be done with it. */

import { useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import type { RunState } from "../../../../session/run-store.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { treeText } from "../../../tree/text/tree.ts";
import { answerText } from "../../text/answer.ts";
import { AnswerCheck } from "./AnswerCheck.tsx";
import sheet from "./AnswerPanel.module.css";
import { CitedText } from "./CitedText.tsx";
import { Computed } from "./Computed.tsx";
import { CopyAnswer } from "./CopyAnswer.tsx";
import { afterShort } from "./cited-parts.ts";
import { ReasoningPath } from "./ReasoningPath.tsx";

const css = classes(sheet);

export function FinishedAnswer({ answer }: { answer: RunEventOf<"answer"> }) {
  const { marks, rest } = afterShort(answer);
  const outcome = useRun((state) => state.trace.outcome);
  const goesOn = useRun(goesOnFromAnswer);
  const openErrorBook = useView((state) => state.openErrorBook);
  return (
    <>
      <CitedText
        lead={{ text: answer.short === "" ? answerText.none : answer.short, marks }}
        text={rest}
        citations={answer.citations}
      />
      <Computed />
      <AnswerCheck />
      {answer.path.length === 0 ? null : <ReasoningPath path={answer.path} />}
      <p className={css("tools")}>
        {goesOn ? <span>{treeText.answerUntilNow}</span> : <CopyAnswer />}
        {outcome === "answered" ? (
          <TextButton onClick={() => openErrorBook("correct")}>{answerText.correct}</TextButton>
        ) : null}
      </p>
    </>
  );
}

/** A step was corrected after the answer: models are loading before the run continues. */
function goesOnFromAnswer({ phase, trace }: RunState): boolean {
  return phase === "running" && trace.outcome === "running" && trace.stage === null;
}
