/** Learns from the report where another answer pays, and saves the policy for Ask. */
import { useEffect, useId, useRef, useState } from "react";
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { useApp } from "../../../../app/runtime/runtime-context.ts";
import { combinationIds } from "../../../../evaluation/analysis/combination-ids.ts";
import type { LearnProgress } from "../../../../evaluation/policy/learn.ts";
import type { LabBatch } from "../../../../evaluation/types.ts";
import { type ErrorData, toAppError } from "../../../../log/errors.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { createPolicyLearner, type PolicyLearner } from "../../policy-client.ts";
import { labPolicyText as words } from "../../text/lab-policy.ts";
import { ErrorLine } from "../batch/Section.tsx";
import { css } from "./css.ts";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

const inWorker = createPolicyLearner();

type State =
  | { status: "idle" }
  | { status: "working"; progress: LearnProgress | null }
  | { status: "failed"; error: ErrorData }
  | { status: "saved"; questions: number };

/**
 * Renders nothing unless the batch compares stage combinations, the only choice that Ask can make.
 */
export function PolicyPart(props: { batch: LabBatch; learner?: PolicyLearner }) {
  const { batch, learner = inWorker } = props;
  const { runtime, view } = useApp();
  const { store, questions, price } = useAnalysisContext();
  const metric = useAnalysis((state) => state.metric);
  const id = useId();
  const [state, setState] = useState<State>({ status: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const actions = combinationIds(batch.configurations);
  if (actions.length < 2) return null;

  function stop(): void {
    running.current?.abort();
    setState({ status: "idle" });
  }
  async function learn(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const show = (next: State) => {
      if (!signal.aborted) setState(next);
    };
    show({ status: "working", progress: null });
    try {
      const policy = await learner(
        {
          batch: { ...batch, largePrice: price ?? batch.largePrice },
          questions: [...questions].map(([question, row]) => ({ ...row, id: question })),
          results: store.results(),
          metric,
          actions,
        },
        signal,
        (progress) => show({ status: "working", progress }),
      );
      signal.throwIfAborted();
      await runtime.worth.save(policy);
      show({ status: "saved", questions: policy.trainedOn });
    } catch (thrown) {
      show({ status: "failed", error: toAppError(thrown).toData() });
    }
  }
  function openMethod(): void {
    view.getState().waitForAsk(() => view.getState().open("method"));
    navigate(paths.ask);
  }

  return (
    <section className={css("figure")} aria-labelledby={id}>
      <header className={css("figureHead")}>
        <h3 id={id}>{words.title}</h3>
      </header>
      <p className={css("soft")}>
        {words.help} <code>{words.command}</code>
      </p>
      <div className={css("policyTools")}>
        {/* A single button keeps the focus where it was pressed. */}
        <Button onClick={state.status === "working" ? stop : () => void learn()}>
          {state.status === "working" ? words.stop : words.learn}
        </Button>
        {state.status === "saved" ? (
          <Button main onClick={openMethod}>
            {words.openMethod}
          </Button>
        ) : null}
        <p role="status">{toldBy(state)}</p>
      </div>
      {state.status === "failed" ? <ErrorLine error={state.error} /> : null}
    </section>
  );
}

function toldBy(state: State): string {
  if (state.status === "working") return words.working(state.progress);
  return state.status === "saved" ? words.saved(state.questions) : "";
}
