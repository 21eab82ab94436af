/** Every chain of the book, with what can be done to it. */
import { useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { ErrorRecord } from "../../../error-book/record.ts";
import type { Chain } from "../../../stages/chain-record.ts";
import type { BookEntry } from "../../../storage/error-book.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { RowBoundary } from "../../../ui-kit/Damaged.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import { ChainForm } from "./ChainForm.tsx";
import { ChainView } from "./ChainView.tsx";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

interface EntriesProps {
  entries: readonly BookEntry[];
  /** Says what has been done; the focus then goes to where it is said. */
  onNote: (note: string) => void;
}

export function Entries({ entries, onNote }: EntriesProps) {
  const { errorBook } = useRuntime();
  return (
    <>
      <ul className={css("entries")}>
        {entries.map((entry) => (
          <li key={entry.key} className={css("entry")}>
            <RowBoundary
              kind="chain"
              id={entry.key}
              onRemove={() => void errorBook.remove(entry.key).then(() => onNote(words.removed))}
            >
              <Entry entry={entry} onNote={onNote} />
            </RowBoundary>
          </li>
        ))}
      </ul>
      {entries.length > 1 ? <RemoveAll count={entries.length} onNote={onNote} /> : null}
    </>
  );
}

function Entry({ entry, onNote }: { entry: BookEntry } & Pick<EntriesProps, "onNote">) {
  const { errorBook } = useRuntime();
  const [editing, setEditing] = useState(false);
  const { record, addedEpochMs } = entry;
  return (
    <>
      <h4 className={css("question")} dir="auto">
        {record.question}
      </h4>
      <p className={css("soft")}>
        {words.origin(words.causes[record.cause], addedEpochMs, record.library.title)}
      </p>
      <div className={css("sides")}>
        <ChainView title={words.wrong} chain={record.wrong} none={words.noWrong} />
        {editing ? null : (
          <ChainView title={words.right} chain={record.right} none={words.noRight} />
        )}
      </div>
      {editing ? (
        <ChainForm
          title={words.editTitle}
          initial={record.right ?? { steps: record.wrong?.steps ?? [], final: "", rests: [] }}
          onCancel={() => setEditing(false)}
          onSave={async (right) => {
            await errorBook.change({ ...entry, kept: true, record: mended(record, right) });
            setEditing(false);
            onNote(words.saved);
          }}
        />
      ) : (
        <EntryTools entry={entry} onEdit={() => setEditing(true)} onNote={onNote} />
      )}
    </>
  );
}

function mended(record: ErrorRecord, right: Chain): ErrorRecord {
  return { ...record, right, rightBy: "person" };
}

function EntryTools(
  props: { entry: BookEntry; onEdit: () => void } & Pick<EntriesProps, "onNote">,
) {
  const { entry, onEdit, onNote } = props;
  const { errorBook } = useRuntime();
  const { question } = entry.record;
  return (
    <p className={css("tools")}>
      <Button
        aria-pressed={entry.kept}
        aria-label={words.keepNamed(question)}
        onClick={() => void errorBook.change({ ...entry, kept: !entry.kept })}
      >
        {entry.kept ? words.kept : words.keep}
      </Button>
      <TextButton aria-label={words.editNamed(question)} onClick={onEdit}>
        {words.edit}
      </TextButton>
      <TextButton
        aria-label={words.removeNamed(question)}
        onClick={() => void errorBook.remove(entry.key).then(() => onNote(words.removed))}
      >
        {words.remove}
      </TextButton>
    </p>
  );
}

/** Asked twice: it cannot be taken back. */
function RemoveAll({ count, onNote }: { count: number } & Pick<EntriesProps, "onNote">) {
  const { errorBook } = useRuntime();
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <p>
        <TextButton onClick={() => setSure(true)}>{words.removeAll}</TextButton>
      </p>
    );
  }
  return (
    <p className={css("tools")}>
      <Button autoFocus onClick={() => void errorBook.clear().then(() => onNote(words.removed))}>
        {words.removeAllSure(count)}
      </Button>
      <TextButton onClick={() => setSure(false)}>{words.keepThem}</TextButton>
    </p>
  );
}
