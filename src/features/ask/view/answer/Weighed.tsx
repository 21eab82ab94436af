/** Whether one more call was worth its price, in runs that weighed that. */
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { weighedSentence, worthText } from "../../../../ui-kit/text/worth.ts";
import sheet from "./AnswerPanel.module.css";

const css = classes(sheet);

export function Weighed() {
  const worth = useRun((state) => state.trace.worth);
  if (worth === null) return null;
  return (
    <section className={css("check")} aria-labelledby="answer-weighed">
      <h3 id="answer-weighed" className={css("checkTitle")}>
        {worthText.title}
      </h3>
      <p className={css("soft")}>{weighedSentence(worth)}</p>
    </section>
  );
}
