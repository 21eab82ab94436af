/** Chains that went wrong: to look through, to fix, and to take away as training data. */
import { useEffect, useRef, useState } from "react";
import { useErrorBook, useRuntime, useView } from "../../../app/runtime/runtime-context.ts";
import { DamagedRows } from "../../../ui-kit/Damaged.tsx";
import { Dialog } from "../../../ui-kit/Dialog.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import { Entries } from "./Entries.tsx";
import sheet from "./ErrorBook.module.css";
import { ExportPart } from "./ExportPart.tsx";
import { OpenPart } from "./OpenPart.tsx";

const css = classes(sheet);

export function ErrorBookDialog() {
  const runtime = useRuntime();
  const view = useView((state) => state.errorBook);
  const open = useView((state) => state.openErrorBook);
  const [note, setNote] = useState<Note | null>(null);
  // An object of its own each time, so that the same words are said again.
  const say = (said: string) => setNote({ said });
  useEffect(() => void runtime.errorBook.load(), [runtime]);
  return (
    <Dialog open={view !== null} title={words.title} onClose={() => open(null)}>
      <Book note={note} onNote={say} />
    </Dialog>
  );
}

interface Note {
  said: string;
}

function Book({ note, onNote }: { note: Note | null; onNote: (said: string) => void }) {
  const status = useErrorBook((state) => state.status);
  const runtime = useRuntime();
  const entries = useErrorBook((state) => state.entries);
  const damaged = useErrorBook((state) => state.damaged);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was just said of a chain is read out, and the keys go on from here.
  useEffect(() => {
    if (note !== null) heading.current?.focus();
  }, [note]);
  if (status === "failed") return <p role="alert">{words.failed}</p>;
  return (
    <div className={css("parts")}>
      <div className={css("intro")}>
        <p>{words.intro}</p>
        <p>{words.how}</p>
      </div>
      <section className={css("part")} aria-labelledby="error-book-list">
        <h3 id="error-book-list" ref={heading} tabIndex={-1}>
          {words.list}
        </h3>
        <p role="status" className={css("soft")}>
          {[
            note?.said ?? "",
            entries.length === 0 ? words.empty : words.chains(entries.length),
          ].join(" ")}
        </p>
        <Entries entries={entries} onNote={onNote} />
        <DamagedRows kind="chain" ids={damaged} onRemove={(key) => runtime.errorBook.remove(key)} />
      </section>
      {entries.length === 0 ? null : <ExportPart entries={entries} />}
      <OpenPart />
    </div>
  );
}
