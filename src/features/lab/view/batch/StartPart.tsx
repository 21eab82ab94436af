/** Shows what a batch may cost and what prevents its start; the rest is folded. */
import { type ReactNode, useMemo, useRef, useState } from "react";
import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { useView } from "../../../../app/runtime/runtime-context.ts";
import { canSettle } from "../../../../evaluation/batch/settling.ts";
import { sampleQuestions } from "../../../../evaluation/questions/import/sample.ts";
import type { QuestionRow } from "../../../../evaluation/questions/question.ts";
import { leastQuestions } from "../../../../evaluation/statistics/sample-size.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { SwitchField, TextField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { problemSentence } from "../../../../ui-kit/text/problems.ts";
import type { BatchDraft } from "../../store.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { useLab, useLabState } from "../lab-context.ts";
import { comparedInOf } from "./configurations.ts";
import {
  askedCount,
  atOnceOf,
  type Blocker,
  blockersOf,
  budgetOf,
  type Draft,
  type DraftFacts,
  limitOf,
  seedOf,
} from "./draft.ts";
import { EstimateLines } from "./EstimateLines.tsx";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import { type PartProps, useLibraryName } from "./SamplePart.tsx";
import { LabError, Section } from "./Section.tsx";

const css = classes({ ...sheet, ...formSheet });

export function StartPart(props: PartProps & { facts: DraftFacts; children: ReactNode }) {
  const { draft, change, facts } = props;
  const lab = useLab();
  const otherRuns = useLabState((state) => state.running !== null);
  const [pressed, setPressed] = useState(false);
  const [making, setMaking] = useState(false);
  const [isMore, setMore] = useState(false);
  const library = useLibraryName(draft);
  const problems = useRef<HTMLDivElement>(null);
  const blockers = blockersOf(draft, facts);
  const questions = useSample(draft);
  const { configurations } = facts;
  const atOnce = atOnceOf(draft);
  const budget = budgetOf(draft);
  const settles = settlesEarly(draft, configurations, questions.length);
  const title = draft.title.trim() === "" ? proposedTitle(draft) : draft.title.trim();

  async function make(start: boolean): Promise<void> {
    setPressed(true);
    if (blockers.length > 0 || making) {
      problems.current?.focus();
      return;
    }
    setMaking(true);
    const id = await lab.create(batchDraft(draft, title, questions, facts));
    setMaking(false);
    if (id === null) return;
    navigate(paths.batch(id));
    if (start) void lab.start(id);
  }

  const isBlocked = blockers.length > 0 || making;
  const start = (
    <Button main aria-disabled={isBlocked} onClick={() => void make(true)}>
      {words.start}
    </Button>
  );
  const keepForLater = (
    <Button aria-disabled={isBlocked} onClick={() => void make(false)}>
      {words.keepForLater}
    </Button>
  );
  return (
    <>
      <Section title={words.startTitle}>
        <p>
          {words.runs(askedCount(draft), configurations.length, settles)}. {words.searched(library)}
        </p>
        <EstimateLines
          questions={questions}
          facts={facts}
          atOnce={typeof atOnce === "number" ? atOnce : null}
        />
        <UntilSettled draft={draft} change={change} facts={facts} />
        {facts.asksServer && typeof budget === "number" ? (
          <p className={css("soft")}>{words.capped(budget)}</p>
        ) : null}
        <div ref={problems} tabIndex={-1}>
          {pressed && blockers.length > 0 ? <Blockers blockers={blockers} /> : null}
        </div>
        <LabError />
        <p className={css("tools")}>{otherRuns ? keepForLater : start}</p>
        {otherRuns ? <p className={css("soft")}>{words.otherRuns}</p> : null}
      </Section>
      <details
        className={css("more")}
        open={isMore}
        onToggle={(event) => setMore(event.currentTarget.open)}
      >
        <summary>{words.more}</summary>
        <div className={css("page")}>
          {props.children}
          <Section title={words.nameTitle}>
            <TextField
              label={words.name}
              value={draft.title}
              help={draft.title.trim() === "" ? title : undefined}
              onChange={(value) => change({ title: value })}
            />
            {otherRuns ? null : <p>{keepForLater}</p>}
          </Section>
        </div>
      </details>
    </>
  );
}

function settlesEarly(
  { untilSettled }: Draft,
  configurations: DraftFacts["configurations"],
  questionCount: number,
): boolean {
  return untilSettled && canSettle({ configurations, questionCount });
}

/** Nothing where stages are not compared in all combinations. */
function UntilSettled({ draft, change, facts }: PartProps & { facts: DraftFacts }) {
  const { configurations } = facts;
  const isEnough = canSettle({ configurations, questionCount: askedCount(draft) });
  if (!canSettle({ configurations, questionCount: leastQuestions })) return null;
  if (!isEnough) return <p className={css("soft")}>{words.untilSettledFrom(leastQuestions)}</p>;
  return (
    <SwitchField
      label={words.untilSettled}
      help={words.untilSettledHelp}
      checked={draft.untilSettled}
      onChange={(untilSettled) => change({ untilSettled })}
    />
  );
}

function proposedTitle(draft: Draft): string {
  const comparison = words.comparisons[draft.comparison].label;
  if (draft.source === null) return comparison;
  return words.proposedName(draft.source.name, askedCount(draft), comparison);
}

function useSample(draft: Draft): readonly QuestionRow[] {
  const { source } = draft;
  const limit = limitOf(draft);
  const seed = seedOf(draft);
  return useMemo(() => {
    if (source === null) return [];
    if (typeof limit !== "number" || seed === "bad") return source.questions;
    return sampleQuestions(source.questions, { limit, seed });
  }, [source, limit, seed]);
}

function batchDraft(
  draft: Draft,
  title: string,
  questions: readonly QuestionRow[],
  { configurations, asksServer }: DraftFacts,
): BatchDraft {
  const seed = seedOf(draft);
  const budget = budgetOf(draft);
  const atOnce = atOnceOf(draft);
  const settles = settlesEarly(draft, configurations, questions.length);
  return {
    title,
    set: draft.source?.name ?? "",
    questions,
    library: draft.library,
    configurations,
    comparison: comparedInOf(draft),
    budgetUsd: asksServer && typeof budget === "number" ? budget : null,
    seed: seed === "bad" ? 0 : seed,
    ...(typeof atOnce === "number" ? { atOnce } : {}),
    ...(settles ? { untilSettled: true } : {}),
  };
}

function Blockers({ blockers }: { blockers: readonly Blocker[] }) {
  return (
    <div className={css("alarm")} role="alert">
      <p>{words.blocked}</p>
      <ul>
        {blockers.map((blocker, index) => (
          // Two blockers can be of one kind; they have no state.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>{sentenceOf(blocker)}</li>
        ))}
      </ul>
      <LargeSetUp blockers={blockers} />
    </div>
  );
}

function LargeSetUp({ blockers }: { blockers: readonly Blocker[] }) {
  const openSettings = useView((state) => state.openSettings);
  const wanted = blockers.some(
    ({ kind }) => kind === "large-missing" || kind === "budget-without-price",
  );
  if (!wanted) return null;
  return <Button onClick={() => openSettings("large")}>{words.engines}</Button>;
}

function sentenceOf(blocker: Blocker): string {
  if (blocker.kind === "settings") return problemSentence(blocker.problem);
  if (blocker.kind === "no-context") return words.noContext(blocker.without);
  return words.blockers[blocker.kind];
}
