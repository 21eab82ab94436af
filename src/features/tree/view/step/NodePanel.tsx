import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useRun, useView } from "../../../../app/runtime/runtime-context.ts";
import { shownStatus } from "../../../../folds/step-status.ts";
import type { Trace, TraceCall, TraceNode } from "../../../../folds/trace.ts";
import type { RetryPoint } from "../../../../session/retry-point.ts";
import { isUnderWay } from "../../../../session/run-store.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { ErrorNotice } from "../../../../ui-kit/ErrorNotice.tsx";
import { RetryTools } from "../../../../ui-kit/RetryTools.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { answerId, questionId } from "../../drawing/tree-model.ts";
import { stepPanelText } from "../../text/step-panel.ts";
import { whyText } from "../../text/why.ts";
import { StatusMark } from "../StatusMark.tsx";
import { CallRecord } from "./CallRecord.tsx";
import { Findings } from "./Findings.tsx";
import sheet from "./NodePanel.module.css";
import { StepActions } from "./StepActions.tsx";
import { Why } from "./Why.tsx";

const css = classes(sheet);

/** `readOnly` runs are viewed, not the current one of Ask. */
export function NodePanel(props: {
  id: string;
  readOnly?: boolean;
  /** False if there is no other step. */
  walk?: (key: string) => boolean;
}) {
  const { id, readOnly = false, walk } = props;
  const trace = useRun((state) => state.trace);
  const select = useView((state) => state.select);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const ended = useRun((state) => !isUnderWay(state));
  const node = trace.nodes.get(id) ?? null;
  const calls = callsOf(trace, id);
  const opener = useRef<Element | null>(null);
  // Closing returns the focus to the opener.
  useEffect(() => {
    opener.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    keepTreeInSight(heading.current);
  }, []);
  function close(): void {
    // After moving between steps, the opener is gone.
    const row = document.querySelector<HTMLElement>('[role="treeitem"][aria-selected="true"]');
    select(null);
    const from = opener.current;
    if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
    else row?.focus();
  }
  /** During a run Esc stops the run; in a field it belongs to the field. */
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape" && ended && !(event.target instanceof HTMLInputElement)) close();
    if (event.target === heading.current && walk?.(event.key) === true) event.preventDefault();
  }
  if (node === null && calls.length === 0 && nothingToShow(id)) return null;
  const error = calls.findLast((call) => call.error !== null)?.error ?? null;
  return (
    <article className={css("panel")} aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <header className={css("head")}>
        <h3 id={titleId} ref={heading} tabIndex={-1} dir="auto">
          {titleOf(trace, id, node)}
        </h3>
        <TextButton onClick={close}>{stepPanelText.close}</TextButton>
      </header>
      <div className={css("columns")}>
        <div className={css("column")}>
          {node === null ? (
            <NoCalls id={id} calls={calls} />
          ) : (
            <>
              <StatusMark status={shownStatus(node, ended)} />
              <Why node={node} />
              <Findings node={node} />
            </>
          )}
          {readOnly ? null : <Actions trace={trace} id={id} node={node} calls={calls} />}
        </div>
        <div className={css("column")}>
          {error === null ? null : <ErrorNotice error={error.error} past={readOnly} />}
          <Calls trace={trace} calls={calls} />
        </div>
      </div>
    </article>
  );
}

/** On a small screen the step is a bottom sheet. */
function keepTreeInSight(inside: Element | null): void {
  const tree = inside?.closest("section");
  if (tree === null || tree === undefined || window.innerWidth >= drawerFrom) return;
  const { top } = tree.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 4) tree.scrollIntoView({ block: "start" });
}

/** Must match the style sheet, in pixels. */
const drawerFrom = 900;

function Actions(props: {
  trace: Trace;
  id: string;
  node: TraceNode | null;
  calls: readonly TraceCall[];
}) {
  const { trace, id, node, calls } = props;
  if (node !== null) return <StepActions node={node} />;
  const label = trace.shape === "chain" ? stepPanelText.retry : whyText.beginAnew;
  return <RetryTools point={retryPoint(id, calls)} label={label} />;
}

function nothingToShow(id: string): boolean {
  return id !== questionId && id !== answerId;
}

function NoCalls({ id, calls }: { id: string; calls: readonly TraceCall[] }) {
  if (calls.length > 0) return null;
  return <p>{id === answerId ? whyText.answerByReader : whyText.nothingBefore}</p>;
}

function Calls({ trace, calls }: { trace: Trace; calls: readonly TraceCall[] }) {
  const titleId = useId();
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className={css("subhead")}>
        {stepPanelText.calls}
      </h4>
      {groupsOf(calls).map((group) => (
        <CallGroup key={group[0]?.id} trace={trace} calls={group} />
      ))}
    </section>
  );
}

/** So many calls for one purpose are grouped. */
const many = 3;

function CallGroup({ trace, calls }: { trace: Trace; calls: readonly TraceCall[] }) {
  const records = calls.map((call) => (
    <CallRecord
      key={call.id}
      call={call}
      failures={trace.parseFailures.filter((failure) => failure.call === call.id)}
    />
  ));
  const purpose = calls[0]?.start.purpose;
  if (calls.length < many || purpose === undefined) return records;
  return (
    <details className={css("group")}>
      <summary>{whyText.callsOf(calls.length, stepPanelText.purposes[purpose])}</summary>
      {records}
    </details>
  );
}

function groupsOf(calls: readonly TraceCall[]): TraceCall[][] {
  const groups: TraceCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last?.[0]?.start.purpose === call.start.purpose) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

/** Plan, summary and drafts are redone as a whole. */
function retryPoint(id: string, calls: readonly TraceCall[]): RetryPoint {
  if (id === questionId) return { kind: "stage", stage: "plan" };
  if (id === answerId) return { kind: "stage", stage: "summarise" };
  const draft = calls.find((call) => draftId(call) === id);
  if (draft === undefined) return { kind: "node", node: id };
  const { node } = draft.start;
  return node === null ? { kind: "stage", stage: "plan" } : { kind: "node", node };
}

function titleOf({ shape }: Trace, id: string, node: TraceNode | null): string {
  if (node !== null) return node.query;
  const direct = shape !== "chain";
  if (id === answerId) return direct ? whyText.answer : stepPanelText.answerTitle;
  return direct ? whyText.directTitle : stepPanelText.planTitle;
}

/** Includes continuations; the question has the first plan's call, the answer the last call. */
function callsOf(trace: Trace, id: string): TraceCall[] {
  return [...trace.calls.values()].filter((call) => {
    const { stage, purpose } = call.start;
    if (id === questionId) return stage === "plan" && purpose !== "continue";
    if (id === answerId) {
      return stage === "summarise" || call.id === trace.answer?.call;
    }
    return call.start.node === id || draftId(call) === id;
  });
}

function draftId({ id }: TraceCall): string {
  return `draft:${id}`;
}
