/**
 * By the question: where its run stands, and the way to it. The tree and the answer grow further
 * down, on a phone two screens away.
 */
import { useSentence } from "../shared/Announcer.tsx";
import { TextButton } from "../shared/Button.tsx";
import { useRun } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { progressText } from "../text/progress-en.ts";
import sheet from "./RunProgress.module.css";

const css = classes(sheet);

export function RunProgress() {
  const sentence = useSentence();
  const answered = useRun(({ trace }) => trace.answer !== null);
  return (
    <p className={css("progress")}>
      {/* It is heard as it changes, wherever the reader is. */}
      <span dir="auto">{sentence}</span>
      <TextButton onClick={() => goTo(answered ? "answer-title" : "tree-title")}>
        {answered ? progressText.seeAnswer : progressText.seeSteps}
      </TextButton>
    </p>
  );
}

function goTo(headingId: string): void {
  const heading = document.getElementById(headingId);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
