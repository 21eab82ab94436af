/** The box may hold another question by now. */
import { useRun } from "../app/runtime/runtime-context.ts";
import sheet from "./RunQuestion.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

export function RunQuestion() {
  const question = useRun(({ trace }) => trace.start?.question ?? "");
  return question === "" ? null : (
    <div className={css("asked")} dir="auto" title={question}>
      {question}
    </div>
  );
}
