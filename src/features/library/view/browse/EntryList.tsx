import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { libraryHeadingId, navigate, paths } from "../../../../app/runtime/routes.ts";
import type { Entry } from "../../../../retrieval/libraries/contents/contents.ts";
import type { EmbeddedLibrary } from "../../../../retrieval/libraries/embedded-library.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { TextField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { WindowRows } from "../../../../ui-kit/WindowRows.tsx";
import type { ContentsStore } from "../../contents-store.ts";
import { browseText as words } from "../../text/browse.ts";
import sheet from "./LibraryPage.module.css";
import { matching } from "./matching.ts";
import { pathOf } from "./place.ts";

const css = classes(sheet);

/** Up to this length the browser's own search works; longer lists are virtualised. */
const shortList = 600;
const guessedRowPx = 40;

interface EntryListProps {
  store: ContentsStore;
  library: EmbeddedLibrary;
}

export function EntryList({ store, library }: EntryListProps) {
  const entries = useStore(store, (state) => state.entries);
  const search = useStore(store, (state) => state.search);
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => matching(entries, wanted), [entries, wanted]);
  if (entries.length === 0) {
    return (
      <>
        <p>{words.empty}</p>
        <p>
          <Button onClick={() => navigate(paths.ask)}>{words.ask}</Button>
        </p>
      </>
    );
  }
  function openFirst(): void {
    const [first] = matching(entries, search);
    if (search.trim() !== "" && first !== undefined) navigate(pathOf(library, first.key));
  }
  const Rows = shown.length > shortList ? LongList : ShortList;
  return (
    <section className={css("list")} aria-label={words.list}>
      <form
        className={css("search")}
        onSubmit={(event) => {
          event.preventDefault();
          openFirst();
        }}
      >
        <TextField
          label={words.find}
          help={words.findHelp}
          value={search}
          onChange={(next) => store.lookFor(next)}
        />
        <p role="status" className={css("soft")}>
          {shown.length === 0 ? words.nothingFound : words.found(shown.length, entries.length)}
        </p>
        {shown.length === 0 ? (
          <p>
            <Button onClick={() => store.lookFor("")}>{words.showAll}</Button>
          </p>
        ) : null}
      </form>
      <Rows entries={shown} library={library} store={store} />
    </section>
  );
}

type RowsProps = EntryListProps & { entries: readonly Entry[] };

/** On return, focuses the entry read last. */
function ShortList({ entries, library, store }: RowsProps) {
  const last = useRef<HTMLAnchorElement>(null);
  const [lastKey] = useState(() => store.getState().last);
  useEffect(() => {
    if (lastKey !== null) (last.current ?? document.getElementById(libraryHeadingId))?.focus();
  }, [lastKey]);
  return (
    <ul className={css("entries")}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <a ref={entry.key === lastKey ? last : null} href={pathOf(library, entry.key)} dir="auto">
            {entry.title}
          </a>
          <Others entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function LongList({ entries, library, store }: RowsProps) {
  const [isBack] = useState(() => store.getState().last !== null);
  useEffect(() => {
    if (isBack) document.getElementById(libraryHeadingId)?.focus();
  }, [isBack]);
  return (
    <WindowRows
      rows={entries}
      keyOf={({ key }) => key}
      guessedRowPx={guessedRowPx}
      className={css("long")}
    >
      {(entry) => (
        <>
          <a href={pathOf(library, entry.key)} dir="auto">
            {entry.title}
          </a>
          <Others entry={entry} />
        </>
      )}
    </WindowRows>
  );
}

function Others({ entry: { others } }: { entry: Entry }) {
  if (others.length === 0) return null;
  return (
    <span className={css("soft")} dir="auto">
      {` ${words.also(others)}`}
    </span>
  );
}
