/** Takes an exported book back in, line by line. */
import { useRef, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { BadRecord } from "../../../error-book/file.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

/** More are counted, not listed. */
const shownBadLines = 10;

export function OpenPart() {
  const { errorBook } = useRuntime();
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<{ taken: number; bad: BadRecord[] } | null>(null);
  return (
    <section className={css("part")} aria-labelledby="error-book-open">
      <h3 id="error-book-open">{words.openTitle}</h3>
      <p>
        <Button onClick={() => input.current?.click()}>{words.openFile}</Button>
      </p>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,.json,.txt"
        hidden
        aria-label={words.openFile}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void errorBook.open(file).then(setRead);
        }}
      />
      <div role="status">{read === null ? null : <Outcome {...read} />}</div>
    </section>
  );
}

function Outcome({ taken, bad }: { taken: number; bad: readonly BadRecord[] }) {
  const more = bad.length - shownBadLines;
  return (
    <>
      <p>{words.taken(taken)}</p>
      {bad.length === 0 ? null : (
        <>
          <p>{words.bad(bad.length)}</p>
          <ul className={css("badLines")}>
            {bad.slice(0, shownBadLines).map(({ line, problem }) => (
              <li key={line}>{words.badLine(line, problem)}</li>
            ))}
            {more > 0 ? <li>{words.moreBad(more)}</li> : null}
          </ul>
        </>
      )}
    </>
  );
}
