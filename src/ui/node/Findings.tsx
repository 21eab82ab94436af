/** What the model said, what the passages say, and the passages themselves. */
import type { RunEventOf } from "../../core/events.ts";
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
      <ReadBy node={node} />
      {node.passages.length === 0 ? <p className={css("soft")}>{text.node.noPassages}</p> : null}
      <ol className={css("passages")}>
        {node.passages.map((passage) => (
          <PassageRow
            key={passage.id}
            passage={passage}
            span={span}
            supports={node.verdict?.passageId === passage.id}
            said={saidOf(node, passage.id)}
          />
        ))}
      </ol>
      <LeftOut node={node} />
    </>
  );
}

type Said = RunEventOf<"reading">["readings"][number];

function saidOf({ reading }: TraceNode, passageId: string): Said | null {
  return reading?.readings.find((one) => one.passageId === passageId) ?? null;
}

function ReadBy({ node }: { node: TraceNode }) {
  const { reading, passages, verdict } = node;
  if (verdict === null || verdict.verdict === "skipped" || passages.length === 0) return null;
  const words = text.reader;
  return (
    <p className={css("soft")}>
      {reading?.use === "read" ? words.byEncoder(passages.length) : words.byModel}
    </p>
  );
}

/** What the encoder thought less relevant, and how much so. */
function LeftOut({ node }: { node: TraceNode }) {
  const { candidates, passages, reading } = node;
  const out = candidates.filter((one) => !passages.includes(one));
  if (reading === null || out.length === 0) return null;
  return (
    <details>
      <summary>{text.reader.leftOut(out.length)}</summary>
      <ul className={css("leftOut")}>
        {out.map((passage) => (
          <li key={passage.id} className={css("source")}>
            <span dir="auto">{passage.title}</span>
            <Relevance said={saidOf(node, passage.id)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Relevance({ said }: { said: Said | null }) {
  return said === null ? null : <span>{text.reader.relevance(said.relevance)}</span>;
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

function PassageRow(props: {
  passage: ScoredPassage;
  span: string;
  supports: boolean;
  said: Said | null;
}) {
  const { passage, span, supports, said } = props;
  return (
    <li className={css("passage", supports && "supports")}>
      <p className={css("source")}>
        <strong dir="auto">{passage.title}</strong>
        <span>{text.node.score(passage.score)}</span>
        <span>{text.node.ranks(passage.bm25Rank, passage.denseRank)}</span>
        {supports ? <span className={css("badge")}>{text.node.supports}</span> : null}
      </p>
      {said === null ? null : (
        <p className={css("source")}>
          <span dir="auto">{text.reader.says(said.kind, said.span, said.confidence)}</span>
          <span>{text.reader.noAnswer(said.noAnswer)}</span>
          <Relevance said={said} />
        </p>
      )}
      <PassageText text={passage.text} span={supports ? span : ""} />
    </li>
  );
}
