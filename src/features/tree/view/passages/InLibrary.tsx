import { useMemo } from "react";
import { useRun, useRuntime } from "../../../../app/runtime/runtime-context.ts";
import type { RunEvent } from "../../../../log/events.ts";
import type { Passage } from "../../../../log/types.ts";
import { embeddedLibraries } from "../../../../retrieval/libraries/embedded-libraries.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { inLibraryText as words } from "../../../library/text/browse.ts";
import { pathOf } from "../../../library/view/browse/place.ts";
import sheet from "./PassagePlace.module.css";

const css = classes(sheet);

export function InLibrary({ passage: { id, title } }: { passage: Passage }) {
  const { run } = useRuntime();
  const libraryId = useRun((state) => state.trace.start?.library.id ?? null);
  // A passage on display has been retrieved.
  const isFound = useMemo(() => isOfLibrary(run.getState().events, id), [run, id]);
  const library = libraryId === null ? null : embeddedLibraries.find(libraryId);
  if (library === null || !isFound) return null;
  return (
    <p className={css("where")}>
      <a href={pathOf(library, id)} aria-label={words.openLong(title)}>
        {words.open}
      </a>
    </p>
  );
}

/** A search service's passages have ids, too. */
function isOfLibrary(events: readonly RunEvent[], id: string): boolean {
  return events.some(
    (event) =>
      event.type === "retrieval" &&
      event.mode !== "service" &&
      event.passages.some((passage) => passage.id === id),
  );
}
