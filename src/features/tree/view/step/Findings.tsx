import { useRun } from "../../../../app/runtime/runtime-context.ts";
import type { Trace, TraceNode } from "../../../../folds/trace.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import type { ScoredPassage } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { readerText } from "../../../../ui-kit/text/reader.ts";
import { stepText } from "../../text/step.ts";
import { stepPanelText } from "../../text/step-panel.ts";
import { whyText } from "../../text/why.ts";
import { PassagePlace } from "../passages/PassagePlace.tsx";
import { PassageText } from "../passages/PassageText.tsx";
import sheet from "./NodePanel.module.css";

const css = classes(sheet);

export function Findings({ node }: { node: TraceNode }) {
  const span = node.verdict?.span ?? "";
  const ofChain = useRun(({ trace }) => isOfChain(trace, node));
  return (
    <>
      <dl className={css("facts")}>
        {node.corrected === null ? null : (
          <>
            <dt>{stepText.said}</dt>
            <dd dir="auto">{node.corrected.answer ?? stepText.wrong}</dd>
          </>
        )}
        {ofChain ? (
          <>
            <dt>{node.fromMemory ? stepPanelText.fromMemory : stepPanelText.proposed}</dt>
            <dd dir="auto">{node.proposed ?? stepPanelText.noAnswer}</dd>
            <Verdict node={node} />
          </>
        ) : (
          <OwnAnswer node={node} />
        )}
        {node.search === null ? null : (
          <>
            <dt>{stepPanelText.searched}</dt>
            <dd dir="auto">{node.search}</dd>
          </>
        )}
      </dl>
      <h4 className={css("subhead")}>{stepPanelText.passages}</h4>
      <ReadBy node={node} />
      {node.passages.length === 0 ? (
        <p className={css("soft")}>
          {node.candidates.length === 0 ? stepPanelText.noPassages : whyText.noneCounts}
        </p>
      ) : null}
      <ol className={css("passages")} aria-label={stepPanelText.passages}>
        {node.passages.map((passage) => (
          <PassageRow
            key={passage.id}
            passage={passage}
            span={span}
            supports={supportOf(node) === passage.id}
            said={saidOf(node, passage.id)}
            judged={judgedOf(node, passage.id)}
          />
        ))}
      </ol>
      <LeftOut node={node} />
    </>
  );
}

/** A person's correction has none. */
function supportOf({ status, corrected, verdict }: TraceNode): string | null {
  return status === "searched" || corrected !== null ? null : (verdict?.passageId ?? null);
}

/** A chain's query was written before it was checked. */
function isOfChain({ shape, branches }: Trace, node: TraceNode): boolean {
  if (node.verdict !== null && asItStands.has(node.verdict.verdict)) return false;
  const cause = branches.find(({ id }) => id === node.branch)?.cause;
  const planned = cause === "plan" && shape === "chain";
  return planned || cause === "correct" || cause === "complete" || cause === "user";
}

/** These steps were not checked. */
const asItStands: ReadonlySet<string> = new Set(["known", "answered", "combined", "unknown"]);

function OwnAnswer({ node: { verdict, answer } }: { node: TraceNode }) {
  if (verdict === null || verdict.verdict === "searched" || verdict.verdict === "skipped") {
    return null;
  }
  const { proposal } = verdict;
  return (
    <>
      {proposal === undefined ? null : (
        <>
          <dt>{stepPanelText.fromMemory}</dt>
          <dd dir="auto">
            {proposal.answer}{" "}
            <span className={css("soft")}>{stepPanelText.proposals[proposal.outcome]}</span>
          </dd>
        </>
      )}
      <dt>{whyText.answer}</dt>
      <dd dir="auto">
        {answer === null || answer === "" ? stepPanelText.nothing : answer}{" "}
        {verdict.confidence === null ? null : (
          <span className={css("soft")}>{whyText.confidence(verdict.confidence)}</span>
        )}
      </dd>
    </>
  );
}

type Said = RunEventOf<"reading">["readings"][number];

function saidOf({ reading }: TraceNode, passageId: string): Said | null {
  return reading?.readings.find((one) => one.passageId === passageId) ?? null;
}

const read: ReadonlySet<string> = new Set([
  "verified",
  "accepted",
  "corrected",
  "completed",
  "unsolved",
  "answered",
]);

function ReadBy({ node }: { node: TraceNode }) {
  const { reading, passages, verdict } = node;
  if (verdict === null || !read.has(verdict.verdict) || passages.length === 0) return null;
  const words = readerText;
  return (
    <p className={css("soft")}>
      {reading?.use === "read" ? words.byEncoder(passages.length) : words.byModel}
      <ReadAgain node={node} />
    </p>
  );
}

function ReadAgain({ node }: { node: TraceNode }) {
  const { secondReading } = node;
  if (secondReading === null) return null;
  const { passageId, choice, span } = secondReading;
  return <> {readerText.again(saidOf(node, passageId)?.span ?? "", choice, span)}</>;
}

function LeftOut({ node }: { node: TraceNode }) {
  const { candidates, passages, reading, filter } = node;
  const out = candidates.filter((one) => !passages.includes(one));
  if ((reading === null && filter === null) || out.length === 0) return null;
  return (
    <details>
      <summary>
        {filter === null ? readerText.leftOut(out.length) : whyText.notRelevant(out.length)}
      </summary>
      <ul className={css("leftOut")}>
        {out.map((passage) => (
          <li key={passage.id} className={css("source")}>
            <span dir="auto">{passage.title}</span>
            <Judged judged={judgedOf(node, passage.id)} />
            <Relevance said={saidOf(node, passage.id)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type Judgement = RunEventOf<"filter">["judged"][number];

function judgedOf({ filter }: TraceNode, passageId: string): Judgement | null {
  return filter?.judged.find((one) => one.passageId === passageId) ?? null;
}

function Judged({ judged }: { judged: Judgement | null }) {
  if (judged === null) return null;
  const { relevant, score } = judged;
  return <span>{relevant ? whyText.helps(score) : whyText.helpsNot(score)}</span>;
}

function Relevance({ said }: { said: Said | null }) {
  return said === null ? null : <span>{readerText.relevance(said.relevance)}</span>;
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
        <dd dir="auto">{stepPanelText.duplicateOf(original)}</dd>
      </>
    );
  }
  return (
    <>
      <dt>{stepPanelText.found}</dt>
      <dd dir="auto">
        {verdict.span === "" ? stepPanelText.nothing : verdict.span}{" "}
        <span className={css("soft")}>
          {verdict.confidence === null
            ? stepPanelText.untold
            : stepPanelText.confidence(verdict.confidence, verdict.threshold)}
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
  judged: Judgement | null;
}) {
  const { passage, span, supports, said, judged } = props;
  return (
    <li className={css("passage", supports && "supports")}>
      <p className={css("source")}>
        <strong dir="auto">{passage.title}</strong>
        <span>{stepPanelText.score(passage.score)}</span>
        <span>{stepPanelText.ranks(passage.bm25Rank, passage.denseRank)}</span>
        <Judged judged={judged} />
        {supports ? <span className={css("badge")}>{stepPanelText.supports}</span> : null}
      </p>
      {said === null ? null : (
        <p className={css("source")}>
          <span dir="auto">{readerText.says(said.kind, said.span, said.confidence)}</span>
          <span>{readerText.noAnswer(said.noAnswer)}</span>
          <Relevance said={said} />
        </p>
      )}
      <PassageText text={passage.text} span={supports ? span : ""} />
      <PassagePlace passage={passage} />
    </li>
  );
}
