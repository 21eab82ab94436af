import { useId } from "react";
import { useLibraries, useRuntime, useSettings } from "../../../app/runtime/runtime-context.ts";
import { choiceOf, embeddedLibraries } from "../../../retrieval/libraries/embedded-libraries.ts";
import type { OwnLibrary } from "../../../retrieval/libraries/own/record.ts";
import { DamagedRows, RowBoundary } from "../../../ui-kit/Damaged.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { libraryText as words } from "../text/library.ts";
import sheet from "./Library.module.css";

const css = classes(sheet);

export function LibraryChoices() {
  const name = useId();
  const runtime = useRuntime();
  const libraries = useLibraries((state) => state.libraries);
  const damaged = useLibraries((state) => state.damaged);
  return (
    <fieldset className={css("choices")}>
      <legend>{words.choose}</legend>
      {embeddedLibraries.all.map((library) => (
        <Choice
          key={library.id}
          name={name}
          id={choiceOf(library)}
          title={library.title}
          line={words.embeddedLine(library.about)}
        />
      ))}
      {libraries.map((library) => (
        <RowBoundary
          key={library.id}
          kind="library"
          id={library.id}
          onRemove={() => void runtime.libraries.remove(library.id)}
        >
          <Choice name={name} id={library.id} title={library.title} line={lineOf(library)} />
        </RowBoundary>
      ))}
      <DamagedRows kind="library" ids={damaged} onRemove={(id) => runtime.libraries.remove(id)} />
    </fieldset>
  );
}

function Choice(props: { name: string; id: string; title: string; line: string }) {
  const { name, id, title, line } = props;
  const runtime = useRuntime();
  const chosen = useSettings((state) => state.library === id);
  return (
    <label className={css("choice")}>
      <input
        type="radio"
        name={name}
        checked={chosen}
        onChange={() => runtime.libraries.choose(id)}
      />
      <span>
        <span dir="auto">{title}</span>
        <span className={css("soft")}>{line}</span>
      </span>
    </label>
  );
}

function lineOf({ documents, public: isPublic }: OwnLibrary): string {
  const passages = documents.reduce((sum, document) => sum + document.passages, 0);
  const storedBytes = documents.reduce(
    (sum, { keptBytes, learnt }) => sum + keptBytes + (learnt?.bytes ?? 0),
    0,
  );
  const line = words.libraryLine(documents.length, passages, storedBytes);
  return isPublic === true ? `${line}, ${words.publicLine}` : line;
}
