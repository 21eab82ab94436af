/** A new batch: questions, configurations, models and money; then the start. */
import { useEffect, useRef, useState } from "react";
import { useRuntime, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { ReadFile } from "../../../../evaluation/questions/question-file.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { createQuestionReader, type QuestionReader } from "../../question-reader.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { askedCount, type Draft, firstDraft, type Source, withSource } from "./draft.ts";
import sheet from "./Lab.module.css";
import { LabHeading } from "./LabHeading.tsx";
import { MethodPart } from "./MethodPart.tsx";
import { MoneyPart } from "./MoneyPart.tsx";
import { QuestionsPart } from "./QuestionsPart.tsx";
import { SamplePart } from "./SamplePart.tsx";
import { StartPart } from "./StartPart.tsx";
import { useDraftFacts } from "./use-draft-facts.ts";
import { useQuestionFile } from "./use-question-file.ts";

const css = classes(sheet);

/** `withOwn`: begins with the project's own questions. */
export function NewBatch(props: { withOwn: boolean; openReader?: () => QuestionReader }) {
  const { withOwn, openReader = createQuestionReader } = props;
  const run = useSettings((state) => state.run);
  const hasLarge = useSettings((state) => isConfigured(state.large));
  const [draft, setDraft] = useState<Draft>(() => firstDraft(run, hasLarge));
  const change = (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch }));
  const file = useQuestionFile(openReader, (read, name) =>
    setDraft((now) => withSource(now, sourceOf(read, name))),
  );
  const facts = useDraftFacts(draft);
  const own = useOwnQuestions(file.open);
  const [isMore, setMore] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (!withOwn || begun.current) return;
    begun.current = true;
    void own.take();
  });
  return (
    <div className={css("page")}>
      <LabHeading back title={words.title} />
      {hasLarge ? null : <p className={css("soft")}>{words.withoutKey}</p>}
      <dl className={css("sheet")}>
        <div>
          <dt>{words.which}</dt>
          <dd>
            {draft.source === null
              ? words.readingOwn
              : words.whichOf(askedCount(draft), draft.source.name)}
          </dd>
        </div>
        <div>
          <dt>{words.compareTitle}</dt>
          <dd>
            {words.compared(words.comparisons[draft.comparison].label, facts.configurations.length)}
          </dd>
        </div>
      </dl>
      {own.failed ? (
        <p className={css("alarm")} role="alert">
          {words.ownFailed}
        </p>
      ) : null}
      <StartPart draft={draft} change={change} facts={facts} />
      <details
        className={css("more")}
        open={isMore}
        onToggle={(event) => setMore(event.currentTarget.open)}
      >
        <summary>{words.more}</summary>
        <div className={css("page")}>
          <QuestionsPart file={file} onOwn={() => void own.take()} />
          {draft.source === null || draft.source.questions.length === 0 ? null : (
            <SamplePart draft={draft} change={change} source={draft.source} />
          )}
          <MethodPart draft={draft} change={change} facts={facts} />
          <MoneyPart draft={draft} change={change} facts={facts} />
        </div>
      </details>
    </div>
  );
}

function sourceOf(read: ReadFile | null, name: string): Source | null {
  if (read === null) return null;
  const { questions, contextCount, dataset } = read.imported;
  return { name: dataset ?? name, questions, contextCount };
}

function useOwnQuestions(
  open: (
    file: Blob,
    name: string,
    options: { format: "project"; dataset: string },
  ) => Promise<void>,
) {
  const { router } = useRuntime();
  const [failed, setFailed] = useState(false);
  async function take(): Promise<void> {
    const text = await router.exampleQuestions();
    setFailed(text === null);
    if (text === null) return;
    await open(new Blob([text]), words.ownSet, { format: "project", dataset: words.ownSetName });
  }
  return { failed, take };
}
