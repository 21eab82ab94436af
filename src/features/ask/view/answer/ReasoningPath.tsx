/** The reasoning path: each step's question, answer and verdict, in order. */

import { useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { StatusMark } from "../../../tree/view/StatusMark.tsx";
import { asOfStep } from "../../as-of-step.ts";
import { answerText } from "../../text/answer.ts";
import sheet from "./ReasoningPath.module.css";

const css = classes(sheet);

type Step = RunEventOf<"answer">["path"][number];

export function ReasoningPath({ path }: { path: readonly Step[] }) {
  return (
    <div>
      <h3 className={css("title")}>{answerText.path}</h3>
      <ol className={css("path")}>
        {path.map((step, index) => (
          <PathStep key={step.node} step={step} mark={index + 1} />
        ))}
      </ol>
    </div>
  );
}

function PathStep({ step, mark }: { step: Step; mark: number }) {
  const status = useRun((state) => state.trace.nodes.get(step.node)?.status ?? "waiting");
  const date = useRun(({ trace }) => {
    const asOf = asOfStep(trace, step);
    return asOf === null ? null : answerText.asOf(asOf);
  });
  const select = useView((state) => state.select);
  const point = useView((state) => state.point);
  return (
    <li>
      <button
        type="button"
        className={css("step")}
        onClick={() => select(step.node)}
        onPointerEnter={() => point(step.node)}
        onPointerLeave={() => point(null)}
        onFocus={() => point(step.node)}
        onBlur={() => point(null)}
      >
        <span className={css("mark")}>{mark}</span>
        <span dir="auto">{step.query}</span>
        <span className={css("answer")} dir="auto">
          {step.answer}
          {date === null ? null : <small className={css("date")}> {date}</small>}
        </span>
        <StatusMark status={status} />
      </button>
    </li>
  );
}
