/** The values that were compared, if the answer was computed rather than summarised by a model. */
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { computedText } from "../../../../ui-kit/text/reader.ts";
import sheet from "./AnswerPanel.module.css";

const css = classes(sheet);

export function Computed() {
  const arithmetic = useRun((state) => state.trace.arithmetic);
  if (arithmetic === null) return null;
  const { operation, values, answer } = arithmetic;
  const words = computedText;
  const both = values.map(({ name, value }) => words.value(name, value)).join(" and ");
  return (
    <section className={css("check")} aria-labelledby="answer-computed">
      <h3 id="answer-computed" className={css("checkTitle")}>
        {words.title}
      </h3>
      <p className={css("soft")} dir="auto">
        {`${words.operations[operation](answer, both)} ${words.noModel(operation)}`}
      </p>
    </section>
  );
}
