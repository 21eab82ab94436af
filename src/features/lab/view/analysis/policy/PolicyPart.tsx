/** What asking would buy: one button learns it from the report. */
import { useEffect, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useRuntime } from "../../../../../app/runtime/runtime-context.ts";
import { repricedResult } from "../../../../../evaluation/analysis/reprice.ts";
import {
  type PolicyPreset,
  policyPresets,
  presetActions,
} from "../../../../../evaluation/policy/presets.ts";
import type { LabBatch, LabResult } from "../../../../../evaluation/types.ts";
import { type ErrorData, toAppError } from "../../../../../log/errors.ts";
import { Button } from "../../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../../ui-kit/Figure.tsx";
import type { LabAnalysisStore } from "../../../analysis.ts";
import { createPolicyLearner, type PolicyLearner } from "../../../policy-client.ts";
import {
  createPolicyStudy,
  type PolicyStudyState,
  type PolicyStudyStore,
} from "../../../policy-study.ts";
import { labPolicyText as words } from "../../../text/lab-policy.ts";
import { ErrorLine } from "../../batch/Section.tsx";
import { css } from "../css.ts";
import { useAnalysis, useAnalysisContext } from "../use-analysis.ts";
import { PolicyFindings, policyCsv } from "./PolicyFindings.tsx";
import { PolicyPicture } from "./PolicyPicture.tsx";
import { UsePolicy } from "./UsePolicy.tsx";

const inWorker = createPolicyLearner();
const studies = new WeakMap<LabAnalysisStore, PolicyStudyStore>();

/** One for each view of a report: what was learnt outlives another choice of score. */
function useStudy(learner: PolicyLearner): PolicyStudyStore {
  const { router } = useRuntime();
  const { store } = useAnalysisContext();
  const [study] = useState(() => {
    const { embedder, encoderId } = router.parts;
    const own = studies.get(store) ?? createPolicyStudy({ embedder, encoderId, learner });
    studies.set(store, own);
    return own;
  });
  useEffect(() => () => study.stop(), [study]);
  return study;
}

export function PolicyPart(props: { batch: LabBatch; learner?: PolicyLearner }) {
  const { batch, learner = inWorker } = props;
  const { store, questions, price, beside } = useAnalysisContext();
  const metric = useAnalysis((state) => state.metric);
  const cost = useAnalysis((state) => state.cost);
  // They come with the columns that are counted from them.
  useAnalysis((state) => state.columns);
  const results = store.results();
  const study = useStudy(learner);
  const { working, error, unread, learnt } = useStore(study);
  const [preset, setPreset] = useState<PolicyPreset>(learnt?.preset ?? wherePays);
  const { problem, setups } = useMemo(
    () => servedBy(preset, batch, results),
    [preset, batch, results],
  );
  const isStale =
    learnt !== null &&
    (learnt.results !== results || learnt.study.metric !== metric || learnt.study.cost !== cost);
  const own = learnt?.study.learned.find(({ design }) => design === learnt.study.design);

  function learn(): void {
    void study.learn({
      batch: { ...batch, largePrice: price ?? batch.largePrice },
      results,
      questions: [...questions].map(([id, { question }]) => ({ id, question })),
      metric,
      cost,
      preset,
      beside: async () => {
        const other = (await beside?.()) ?? null;
        if (other === null || price === null) return other;
        return { ...other, results: other.results.map((one) => repricedResult(one, null, price)) };
      },
    });
  }

  return (
    <Figure
      title={words.title}
      help={words.help}
      file="what-asking-would-buy"
      table={() => (learnt === null ? { head: [], rows: [] } : policyCsv(learnt.study))}
      isTable={learnt === null}
    >
      <div className={css("policyPick")}>
        <SelectField
          label={words.chooseAs}
          value={preset.id}
          options={policyPresets.map(({ id, title }) => ({
            value: id,
            label: words.presetTitle(title, id !== wherePays.id),
          }))}
          help={words.presetHelp(preset.design, setups)}
          onChange={(id) => setPreset(policyPresets.find((one) => one.id === id) ?? wherePays)}
        />
      </div>
      {problem !== null ? (
        <ErrorLine error={problem} />
      ) : (
        <Tools working={working} again={learnt !== null} learn={learn} stop={() => study.stop()} />
      )}
      {problem === null && error !== null ? <ErrorLine error={error} /> : null}
      {unread === null ? null : <p className={css("soft")}>{words.unread}</p>}
      {learnt === null || own === undefined ? null : (
        <>
          {isStale && working === null ? <p className={css("warning")}>{words.stale}</p> : null}
          <PolicyPicture study={learnt.study} own={own} batch={batch} />
          <PolicyFindings study={learnt.study} own={own} />
          <UsePolicy key={learnt.policy.lambda} policy={learnt.policy} />
        </>
      )}
    </Figure>
  );
}

function Tools(props: {
  working: PolicyStudyState["working"];
  again: boolean;
  learn: () => void;
  stop: () => void;
}) {
  const { working, again, learn, stop } = props;
  const id = useId();
  const told = working === null ? "" : words.working[working.at](working.done, working.all);
  return (
    <div className={css("policyTools")}>
      {/* One button, so that the focus stays where a person pressed. */}
      <Button main={!again && working === null} onClick={working === null ? learn : stop}>
        {working !== null ? words.stop : again ? words.again : words.learn}
      </Button>
      {working === null ? null : (
        <progress
          aria-labelledby={id}
          {...(working.at === "encoder" ? {} : { value: working.done, max: working.all })}
        />
      )}
      <p id={id} role="status">
        {told}
      </p>
    </div>
  );
}

const wherePays = firstOf(policyPresets);

function firstOf([first]: readonly PolicyPreset[]): PolicyPreset {
  if (first === undefined) throw new Error("no preset");
  return first;
}

/** Why the report cannot serve it, or the titles of what it chooses between; null is everything. */
function servedBy(
  preset: PolicyPreset,
  { configurations }: LabBatch,
  results: readonly LabResult[],
): { problem: ErrorData | null; setups: string[] | null } {
  if (preset === wherePays) return { problem: null, setups: null };
  try {
    const ids = presetActions(preset, { configurations, results });
    const setups = configurations.flatMap(({ id, title }) => (ids.includes(id) ? title : []));
    return { problem: null, setups };
  } catch (thrown) {
    return { problem: toAppError(thrown).toData(), setups: null };
  }
}
