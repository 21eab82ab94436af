import { useEffect, useState } from "react";
import { useRuntime, useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { ReadFile } from "../../../../evaluation/questions/question-file.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { createQuestionReader, type QuestionReader } from "../../question-reader.ts";
import type { LabBatches } from "../../store.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { useLab } from "../lab-context.ts";
import { firstDraft } from "./configurations.ts";
import { type Draft, firstLook, mostPasted, type Source, takenFrom } from "./draft.ts";
import sheet from "./Lab.module.css";
import { LabHeading } from "./LabHeading.tsx";
import { MethodPart } from "./MethodPart.tsx";
import { MoneyPart } from "./MoneyPart.tsx";
import { QuestionsPart, type ShippedQuestions } from "./QuestionsPart.tsx";
import { SamplePart } from "./SamplePart.tsx";
import { StagesPart } from "./StagesPart.tsx";
import { StartPart } from "./StartPart.tsx";
import { useDraftFacts } from "./use-draft-facts.ts";
import { type FileState, useQuestionFile } from "./use-question-file.ts";

const css = classes(sheet);

interface Kept {
  /** Only changed fields are kept: the rest follows the settings. */
  changed: Partial<Draft>;
  file: FileState;
}

const drafts = new WeakMap<LabBatches, Kept>();

export function NewBatch(props: { openReader?: () => QuestionReader }) {
  const { openReader = createQuestionReader } = props;
  const lab = useLab();
  const run = useSettings((state) => state.run);
  const hasLarge = useSettings((state) => isConfigured(state.large));
  const [kept] = useState<Kept>(() => drafts.get(lab) ?? { changed: {}, file: { status: "none" } });
  const [changed, setChanged] = useState(kept.changed);
  const draft: Draft = { ...firstDraft(run, hasLarge), ...changed };
  const change = (patch: Partial<Draft>) => setChanged((now) => ({ ...now, ...patch }));
  const file = useQuestionFile(openReader, kept.file, (read, { name, options }) =>
    change(takenFrom(sourceOf(read, name, options.pasted === true))),
  );
  useEffect(() => {
    drafts.set(lab, { changed, file: file.state });
  }, [lab, changed, file.state]);
  const facts = useDraftFacts(draft);
  const shipped = useShippedQuestions((text) => {
    change({ limit: firstLook });
    void file.open(text, words.ownSet, { format: "project", dataset: words.ownSetName });
  });
  return (
    <div className={css("page")}>
      <LabHeading back title={words.title} />
      <QuestionsPart draft={draft} change={change} file={file} shipped={shipped} />
      <StagesPart draft={draft} change={change} facts={facts} />
      <StartPart draft={draft} change={change} facts={facts}>
        <SamplePart draft={draft} change={change} />
        <MethodPart draft={draft} change={change} />
        <MoneyPart draft={draft} change={change} facts={facts} />
      </StartPart>
    </div>
  );
}

function sourceOf(read: ReadFile | null, name: string, pasted: boolean): Source | null {
  if (read === null) return null;
  const { questions, contextCount, dataset } = read.imported;
  const taken = pasted ? questions.slice(0, mostPasted) : questions;
  return { name: dataset ?? name, questions: taken, contextCount };
}

function useShippedQuestions(onText: (text: Blob) => void): ShippedQuestions {
  const { router } = useRuntime();
  const [failed, setFailed] = useState(false);
  return {
    failed,
    take: () =>
      void router.exampleQuestions().then((text) => {
        setFailed(text === null);
        if (text !== null) onText(new Blob([text]));
      }),
  };
}
