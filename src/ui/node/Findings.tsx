/** What the model said, what the passages say, and the passages themselves. */
import type { TraceNode } from "../../core/folds/trace.ts";
import type { ScoredPassage } from "../../core/types.ts";
import { PassageText } from "../passages/PassageText.tsx";
import { useRun } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./NodePanel.module.css";

const css = classes(sheet);

export function Findings({ node }: { node: TraceNode }) {
  const span = node.verdict?.span ?? "";
  return (
    <>
      <dl className={css("facts")}>
        <dt>{text.node.proposed}</dt>
        <dd dir="auto">{node.proposed ?? text.node.noAnswer}</dd>
        {node.verdict === null ? null : <Verdict node={node} />}
        {node.search === null ? null : (
          <>
            <dt>{text.node.searched}</dt>
            <dd dir="auto">{node.search}</dd>
          </>
        )}
      </dl>
      <h4 className={css("subhead")}>{text.node.passages}</h4>
      {node.passages.length === 0 ? <p className={css("soft")}>{text.node.noPassages}</p> : null}
      <ol className={css("passages")}>
        {node.passages.map((passage) => (
          <PassageRow
            key={passage.id}
            passage={passage}
            span={span}
            supports={node.verdict?.passageId === passage.id}
          />
        ))}
      </ol>
    </>
  );
}

function Verdict({ node }: { node: TraceNode }) {
  const { verdict } = node;
  const original = useRun((state) =>
    verdict?.duplicateOf == null
      ? null
      : (state.trace.nodes.get(verdict.duplicateOf)?.query ?? null),
  );
  if (verdict === null) return null;
  if (original !== null) {
    return (
      <>
        <dt>{text.tree.status.skipped}</dt>
        <dd dir="auto">{text.node.duplicateOf(original)}</dd>
      </>
    );
  }
  return (
    <>
      <dt>{text.node.found}</dt>
      <dd dir="auto">
        {verdict.span === "" ? text.node.nothing : verdict.span}{" "}
        <span className={css("soft")}>
          {verdict.confidence === null
            ? text.node.untold
            : text.node.confidence(verdict.confidence, verdict.threshold)}
        </span>
      </dd>
    </>
  );
}

function PassageRow(props: { passage: ScoredPassage; span: string; supports: boolean }) {
  const { passage, span, supports } = props;
  return (
    <li className={css("passage", supports && "supports")}>
      <p className={css("source")}>
        <strong dir="auto">{passage.title}</strong>
        <span>{text.node.score(passage.score)}</span>
        <span>{text.node.ranks(passage.bm25Rank, passage.denseRank)}</span>
        {supports ? <span className={css("badge")}>{text.node.supports}</span> : null}
      </p>
      <PassageText text={passage.text} span={supports ? span : ""} />
    </li>
  );
}
