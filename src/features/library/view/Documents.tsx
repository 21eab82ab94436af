import { useId, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { DocumentRecord, OwnLibrary } from "../../../retrieval/libraries/own/record.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { ConfirmButton } from "../../../ui-kit/ConfirmButton.tsx";
import { SwitchField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { libraryText as words } from "../text/library.ts";
import { Learning } from "./Learning.tsx";
import sheet from "./Library.module.css";

const css = classes(sheet);

const shownBadRows = 20;

export function Documents({ library }: { library: OwnLibrary }) {
  const heading = useId();
  const runtime = useRuntime();
  const { documents } = library;
  return (
    <section className={css("documents")} aria-labelledby={heading}>
      <h4 id={heading} dir="auto" tabIndex={-1}>
        {words.documents(library.title)}
      </h4>
      {documents.length === 0 ? (
        <p className={css("soft")}>{words.noDocuments}</p>
      ) : (
        <ul className={css("list")}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              onRemove={() => window.document.getElementById(heading)?.focus()}
            />
          ))}
        </ul>
      )}
      <Learning library={library} />
      <Name key={library.id} library={library} />
      <SwitchField
        label={words.makePublic}
        help={words.makePublicHelp}
        checked={library.public === true}
        onChange={(isPublic) => void runtime.libraries.makePublic(library.id, isPublic)}
      />
      <Deletion key={`${library.id} delete`} library={library} />
    </section>
  );
}

/** The button disappears with the row, so the focus must move. */
function DocumentRow(props: { document: DocumentRecord; onRemove: () => void }) {
  const { document, onRemove } = props;
  const runtime = useRuntime();
  const { library, id, name, kind, pages, passages, keptBytes, learnt, cut } = document;
  const size = keptBytes + (learnt?.bytes ?? 0);
  return (
    <li className={css("document")}>
      <div className={css("row")}>
        <span className={css("name")}>
          <bdi>{name}</bdi>
        </span>
        <span className={css("soft")}>
          {words.documentLine(words.kinds[kind], pages, passages, size)}
        </span>
        <TextButton
          aria-label={words.removeDocument(name)}
          onClick={() => {
            void runtime.libraries.removeDocument(library, id);
            onRemove();
          }}
        >
          {words.remove}
        </TextButton>
      </div>
      {cut === null ? null : <p className={css("note")}>{words.cut[cut.reason](cut.kept)}</p>}
      <BadRows document={document} />
    </li>
  );
}

function BadRows({ document: { badRows, badRowCount } }: { document: DocumentRecord }) {
  if (badRowCount === 0) return null;
  const more = badRowCount - Math.min(badRows.length, shownBadRows);
  return (
    <div className={css("note")}>
      <p>{words.badRows(badRowCount)}</p>
      <ul>
        {badRows.slice(0, shownBadRows).map(({ line, reason }) => (
          <li key={line}>{words.badRow(line, words.rowProblems[reason])}</li>
        ))}
        {more > 0 ? <li>{words.moreBadRows(more)}</li> : null}
      </ul>
    </div>
  );
}

function Name({ library }: { library: OwnLibrary }) {
  const id = useId();
  const runtime = useRuntime();
  const [title, setTitle] = useState(library.title);
  const keep = () => {
    if (title.trim() === "") setTitle(library.title);
    else if (title.trim() !== library.title) void runtime.libraries.rename(library.id, title);
  };
  return (
    <p className={css("field")}>
      <label htmlFor={id}>{words.name}</label>
      <input
        id={id}
        dir="auto"
        value={title}
        maxLength={80}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) keep();
        }}
      />
    </p>
  );
}

/** Deletion is final: there is no other copy here. */
function Deletion({ library }: { library: OwnLibrary }) {
  const runtime = useRuntime();
  return (
    <p>
      <ConfirmButton
        open={words.deleteLibrary}
        question={words.confirmDelete(library.title, library.documents.length)}
        sure={words.confirm}
        keep={words.keep}
        onSure={() => {
          // The button disappears, so the focus moves to the title.
          document.getElementById("settings-library-title")?.focus();
          void runtime.libraries.remove(library.id);
        }}
      />
    </p>
  );
}
