import { useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import { shownStatus } from "../../../../folds/step-status.ts";
import type { TraceNode } from "../../../../folds/trace.ts";
import { isUnderWay } from "../../../../session/run-store.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { whyText } from "../../text/why.ts";
import { StatusMark } from "../StatusMark.tsx";
import sheet from "./Why.module.css";

const css = classes(sheet);

export function StepList(props: { nodes: readonly TraceNode[]; answers: boolean }) {
  const { nodes, answers } = props;
  const ended = useRun((state) => !isUnderWay(state));
  const select = useView((state) => state.select);
  return (
    <ul className={css("list")}>
      {nodes.map((node) => (
        <li key={node.id} className={css("row")}>
          <TextButton dir="auto" onClick={() => select(node.id)}>
            {node.query}
          </TextButton>
          {answers ? (
            <strong dir="auto">
              {node.answer === null || node.answer === "" ? whyText.noAnswerYet : node.answer}
            </strong>
          ) : null}
          <StatusMark status={shownStatus(node, ended)} />
        </li>
      ))}
    </ul>
  );
}
