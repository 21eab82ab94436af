import { useId, useState } from "react";
import {
  useDevice,
  useLibraries,
  useRuntime,
  useSettings,
} from "../../../../app/runtime/runtime-context.ts";
import type { LabBatch } from "../../../../evaluation/types.ts";
import { firstLibrary } from "../../../../retrieval/libraries/embedded-libraries.ts";
import { acceptedFiles } from "../../../../retrieval/libraries/own/kind.ts";
import { OpenFile } from "../../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { Intake } from "../../../library/view/Intake.tsx";
import { labNewText as words } from "../../text/lab-new.ts";
import { CheckedField } from "./CheckedField.tsx";
import { atOnceOf, type Draft, type Source, seedOf } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import { ErrorLine, RadioRow, Section } from "./Section.tsx";

const css = classes({ ...sheet, ...formSheet });

export interface PartProps {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
}

export function SamplePart({ draft, change }: PartProps) {
  const { source } = draft;
  return (
    <Section title={words.sampleTitle}>
      <LibraryChoice draft={draft} change={change} source={source} />
      <div className={css("fields")}>
        <CheckedField
          label={words.seed}
          help={words.seedHelp}
          value={draft.seed}
          problem={seedOf(draft) === "bad" ? words.seedInvalid : null}
          onChange={(value) => change({ seed: value })}
        />
        <CheckedField
          label={words.atOnce}
          help={words.atOnceHelp}
          value={draft.atOnce}
          problem={atOnceOf(draft) === "bad" ? words.atOnceInvalid : null}
          onChange={(value) => change({ atOnce: value })}
        />
      </div>
    </Section>
  );
}

/** The open library; the embedded one has the id "". */
function useOpenLibrary() {
  const id = useSettings((state) => state.library);
  const title = useLibraries(({ libraries }) => libraries.find((one) => one.id === id)?.title);
  return { own: id, title: title ?? null };
}

export function useLibraryName({ library }: Pick<Draft, "library">): string {
  const { own, title } = useOpenLibrary();
  if (library === "own-context") return words.ownContext;
  return own === "" ? firstLibrary.title : words.ownCorpus(title);
}

/** The page has one library at a time: the embedded one or one of the person's own. */
function LibraryChoice({ draft, change, source }: PartProps & { source: Source | null }) {
  const runtime = useRuntime();
  const { own, title } = useOpenLibrary();
  const library = useDevice((state) => state.library);
  const name = useId();
  const { questions, contextCount } = source ?? { questions: [], contextCount: 0 };
  const without = questions.length - contextCount;
  // The result of files given elsewhere is shown there.
  const [given, setGiven] = useState(false);
  const choose = (to: LabBatch["library"]) => change({ library: to });
  const isShared = draft.library === "shared";
  function openCorpus(corpus: File | null): void {
    choose("shared");
    setGiven(corpus !== null);
    void runtime.openLibraryFile(corpus);
  }
  return (
    <fieldset className={css("group")}>
      <legend>{words.libraryTitle}</legend>
      <RadioRow
        name={name}
        label={words.ownContext}
        help={words.ownContextHelp(without)}
        checked={!isShared}
        disabled={contextCount === 0}
        onChoose={() => choose("own-context")}
      />
      <RadioRow
        name={name}
        label={firstLibrary.title}
        help={words.factbookHelp}
        checked={isShared && own === ""}
        onChoose={() => (own === "" ? choose("shared") : openCorpus(null))}
      />
      <RadioRow
        name={name}
        label={words.ownCorpus(title)}
        help={words.ownCorpusHelp}
        checked={isShared && own !== ""}
        disabled={own === ""}
        onChoose={() => choose("shared")}
      />
      <p className={css("indented")}>
        <OpenFile label={words.pickCorpus} accept={acceptedFiles} onFile={openCorpus} />
      </p>
      {given ? <Intake /> : null}
      {isShared && library.status === "failed" ? <ErrorLine error={library.error} /> : null}
    </fieldset>
  );
}
