import { type ReactNode, useId } from "react";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import { isConfirmation } from "../../../../folds/correction.ts";
import type { Trace, TraceBranch, TraceNode } from "../../../../folds/trace.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { moneyText } from "../../../../ui-kit/text/format.ts";
import { privacyText } from "../../../settings/text/privacy.ts";
import { stepText } from "../../text/step.ts";
import { departureSentence, whyText } from "../../text/why.ts";
import { StepList } from "./StepList.tsx";
import { ToolTable } from "./ToolTable.tsx";
import sheet from "./Why.module.css";

const css = classes(sheet);

export function Why({ node }: { node: TraceNode }) {
  const trace = useRun((state) => state.trace);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className={css("head")}>
        {whyText.title}
      </h4>
      <p className={css("origin")}>{originOf(trace, node)}</p>
      <LeftBehind trace={trace} node={node} />
      <ol className={css("steps")}>
        <GateStep trace={trace} node={node} />
        <Queries trace={trace} node={node} />
        <Source node={node} />
        <Failures node={node} />
        <Filter node={node} />
        <Parts trace={trace} node={node} />
        <Departures trace={trace} node={node} />
        <Ending node={node} />
        <PersonsWord node={node} />
      </ol>
    </section>
  );
}

function branchOf(trace: Trace, node: TraceNode): TraceBranch | null {
  return trace.branches.find(({ id }) => id === node.branch) ?? null;
}

function originOf(trace: Trace, node: TraceNode): string {
  const branch = branchOf(trace, node);
  const direct = trace.shape !== "chain";
  if (branch === null || (branch.cause === "plan" && direct)) return whyText.asItStands;
  const parent = trace.nodes.get(branch.parent ?? "")?.query ?? "";
  return whyText.origins[branch.cause](parent);
}

function LeftBehind({ trace, node }: { trace: Trace; node: TraceNode }) {
  const superseded = branchOf(trace, node)?.left ?? null;
  return superseded === null ? null : <p className={css("origin")}>{whyText.left[superseded]}</p>;
}

/** The chain left it open, and memory proposed an answer. */
function ofMemory({ fromMemory, verdict }: TraceNode): boolean {
  return fromMemory && verdict?.proposal === undefined;
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={css("step")}>
      <h5>{title}</h5>
      <div>{children}</div>
    </li>
  );
}

function GateStep({ trace, node }: { trace: Trace; node: TraceNode }) {
  const { gate } = node;
  if (gate === null) return null;
  const claimed = branchOf(trace, node)?.cause === "claims";
  return (
    <Step title={whyText.gate}>
      {gate.kind === "judge" ? <p dir="auto">{saidByHeart(gate.answer, claimed)}</p> : null}
      <p>
        {whyText.judged(gate)} {gate.known ? whyText.notLookedUp : whyText.lookedUp}
      </p>
    </Step>
  );
}

function saidByHeart(answer: string, claimed: boolean): string {
  if (answer === "") return whyText.nothingByHeart;
  return claimed ? whyText.claims(answer) : whyText.closedBook(answer);
}

function under(trace: Trace, node: TraceNode, cause: TraceBranch["cause"]): TraceNode[] {
  const branches = trace.branches.filter(
    (one) => one.parent === node.id && one.cause === cause && one.left === null,
  );
  return branches.flatMap(({ nodes }) => nodes.flatMap((id) => trace.nodes.get(id) ?? []));
}

function Queries({ trace, node }: { trace: Trace; node: TraceNode }) {
  const queries = under(trace, node, "claims");
  if (queries.length === 0) return null;
  const known = queries.filter(({ status }) => status === "skipped").length;
  return (
    <Step title={whyText.queries}>
      <p>{whyText.searchedFor(queries.length - known, known)}</p>
      <StepList nodes={queries} answers={false} />
    </Step>
  );
}

function Source({ node }: { node: TraceNode }) {
  const { source } = node;
  if (source === null) return null;
  return (
    <Step title={whyText.source}>
      <p>{whyOf(source)}</p>
      {source.predicted.length === 0 ? null : <ToolTable source={source} />}
      <KeptHere node={node} />
      <Paid node={node} />
    </Step>
  );
}

function whyOf({ choice, tool: { title }, lambda, error }: RunEventOf<"source">): string {
  if (error !== undefined) return whyText.unpredicted(title, errorText(error).title);
  if (lambda !== null) return whyText.worth(title, lambda);
  return choice === "fixed" ? whyText.fixed(title) : whyText.best(title);
}

function KeptHere({ node }: { node: TraceNode }) {
  const search = useRun((state) => state.events).find(
    (event) => event.type === "retrieval" && event.node === node.id && event.withheld !== undefined,
  );
  if (search?.type !== "retrieval" || search.withheld === undefined) return null;
  return <p>{privacyText.searchedHere(search.withheld)}</p>;
}

function Paid({ node }: { node: TraceNode }) {
  const searches = useRun((state) => state.events).flatMap((event) =>
    event.type === "retrieval" && event.node === node.id && event.tool !== undefined ? [event] : [],
  );
  return searches.map(({ seq, tool, requests = 0, cost }) =>
    tool === undefined || cost === undefined ? null : (
      <p key={seq}>{whyText.paid(requests, moneyText(cost), tool.title)}</p>
    ),
  );
}

function Failures({ node }: { node: TraceNode }) {
  if (node.toolFailures.length === 0) return null;
  const modes: Readonly<Record<string, string>> = whyText.searchModes;
  return node.toolFailures.map(({ seq, tool, error, instead, left }) => (
    <Step key={seq} title={node.source === null ? whyText.source : ""}>
      <p className={css("failure")}>{whyText.failed(tool.title, errorText(error).title)}</p>
      {instead === null ? null : <p>{whyText.instead(modes[instead] ?? instead)}</p>}
      {left === true ? <p>{whyText.leftOut(tool.title)}</p> : null}
    </Step>
  ));
}

function Filter({ node }: { node: TraceNode }) {
  const { filter } = node;
  if (filter === null) return null;
  const { judged, by, threshold, form } = filter;
  const relevantCount = judged.filter(({ relevant }) => relevant).length;
  return (
    <Step title={whyText.filter}>
      <p>
        {whyText.relevant(relevantCount, judged.length, by, threshold)}
        {form === "batch" ? ` ${whyText.together}` : ""}
      </p>
    </Step>
  );
}

function Parts({ trace, node }: { trace: Trace; node: TraceNode }) {
  const parts = under(trace, node, "decompose");
  if (parts.length === 0) return null;
  const none = node.filter?.judged.every(({ relevant }) => !relevant) ?? false;
  return (
    <Step title={whyText.parts}>
      <p>{whyText.splitInto(parts.length, none)}</p>
      <StepList nodes={parts} answers />
    </Step>
  );
}

function Departures({ trace, node }: { trace: Trace; node: TraceNode }) {
  const kinds = trace.deviations.filter((one) => one.node === node.id).map((one) => one.switch);
  if (kinds.length === 0) return null;
  return (
    <Step title={whyText.departed}>
      {[...new Set(kinds)].map((kind) => (
        <p key={kind}>{departureSentence(kind, trace.start?.settings.method ?? "")}</p>
      ))}
    </Step>
  );
}

function PersonsWord({ node: { corrected } }: { node: TraceNode }) {
  if (corrected === null) return null;
  return (
    <Step title={stepText.word}>
      <p dir="auto">{wordOf(corrected)}</p>
    </Step>
  );
}

function wordOf(word: RunEventOf<"user-correction">): string {
  const { answer, replaced } = word;
  const had = replaced === null || replaced === "" ? null : replaced;
  if (answer === null) return had === null ? stepText.leftOpen : stepText.tookBack(had);
  if (isConfirmation(word)) return stepText.confirmed(answer);
  return had === null ? stepText.supplied(answer) : stepText.instead(answer, had);
}

function Ending({ node }: { node: TraceNode }) {
  const { verdict, gate } = node;
  if (verdict === null) return null;
  const asKnown = verdict.verdict === "skipped" && gate?.known === true;
  const exits = ofMemory(node) ? { ...whyText.exits, ...whyText.memoryExits } : whyText.exits;
  return (
    <Step title={whyText.ended}>
      <p>{asKnown ? whyText.skippedAsKnown : exits[verdict.verdict]}</p>
    </Step>
  );
}
