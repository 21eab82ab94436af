/** One step, opened: what was asked, found and decided, and every call behind it. */
import { useEffect, useRef } from "react";
import type { Trace, TraceCall, TraceNode } from "../../core/folds/trace.ts";
import { isRunning } from "../../state/run-store.ts";
import { isLargeConfigured } from "../../state/runtime.ts";
import { answerId, questionId } from "../../viz/tree-model.ts";
import { Button, TextButton } from "../shared/Button.tsx";
import { ErrorNotice } from "../shared/ErrorNotice.tsx";
import { useRun, useRuntime, useSettings, useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { StatusMark } from "../tree/StatusMark.tsx";
import { CallRecord } from "./CallRecord.tsx";
import { Findings } from "./Findings.tsx";
import sheet from "./NodePanel.module.css";

const css = classes(sheet);

export function NodePanel({ id }: { id: string }) {
  const trace = useRun((state) => state.trace);
  const select = useView((state) => state.select);
  const heading = useRef<HTMLHeadingElement>(null);
  const node = trace.nodes.get(id) ?? null;
  const calls = callsOf(trace, id);
  // Opening moves the reader here; closing moves them back to the tree.
  useEffect(() => {
    heading.current?.focus();
  }, []);
  if (node === null && calls.length === 0) return null;
  const error = calls.findLast((call) => call.error !== null)?.error ?? null;
  return (
    <article className={css("panel")} aria-labelledby="node-title">
      <header className={css("head")}>
        <h3 id="node-title" ref={heading} tabIndex={-1} dir="auto">
          {titleOf(id, node)}
        </h3>
        <TextButton onClick={() => select(null)}>{text.node.close}</TextButton>
      </header>
      <div className={css("columns")}>
        {node === null ? null : (
          <div className={css("column")}>
            <StatusMark status={node.status} />
            <Findings node={node} />
            <RetryTools node={node} />
          </div>
        )}
        <div className={css("column")}>
          {error === null ? null : <ErrorNotice error={error.error} />}
          <Calls trace={trace} calls={calls} />
        </div>
      </div>
    </article>
  );
}

function Calls({ trace, calls }: { trace: Trace; calls: readonly TraceCall[] }) {
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="node-calls">
      <h4 id="node-calls" className={css("subhead")}>
        {text.node.calls}
      </h4>
      {calls.map((call) => (
        <CallRecord
          key={call.id}
          call={call}
          failures={trace.parseFailures.filter((failure) => failure.call === call.id)}
        />
      ))}
    </section>
  );
}

function RetryTools({ node }: { node: TraceNode }) {
  const runtime = useRuntime();
  const running = useRun(isRunning);
  const canPay = useSettings((state) => isLargeConfigured(state.large));
  const select = useView((state) => state.select);
  if (running || node.status === "waiting" || node.status === "skipped") return null;
  function retry(tier: "large" | null): void {
    select(null);
    void runtime.retry(node.id, tier);
  }
  return (
    <p className={css("tools")}>
      <Button onClick={() => retry(null)}>{text.node.retry}</Button>
      {canPay ? <Button onClick={() => retry("large")}>{text.node.retryLarge}</Button> : null}
    </p>
  );
}

function titleOf(id: string, node: TraceNode | null): string {
  if (node !== null) return node.query;
  return id === answerId ? text.node.answerTitle : text.node.planTitle;
}

/** A step's own calls; the plan's for the question, the summary's for the answer. */
function callsOf(trace: Trace, id: string): TraceCall[] {
  return [...trace.calls.values()].filter(({ id: call, start }) => {
    if (id === questionId) return start.stage === "plan";
    if (id === answerId) return start.stage === "summarise";
    return start.node === id || `draft:${call}` === id;
  });
}
