/** Steps named inside another one; each opens. */
import type { TraceNode } from "../../core/folds/trace.ts";
import { isUnderWay } from "../../state/run-store.ts";
import { shownStatus } from "../../viz/tree-model.ts";
import { TextButton } from "../shared/Button.tsx";
import { useRun, useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { whyText } from "../text/why-en.ts";
import { StatusMark } from "../tree/StatusMark.tsx";
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
