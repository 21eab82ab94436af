/** The library: the embedded one, or a file of the person's own. */
import { type ReactNode, useEffect, useRef } from "react";
import type { BadLine } from "../../library/corpus-row.ts";
import type { DenseState } from "../../library/open-library.ts";
import { TextButton } from "../shared/Button.tsx";
import { ErrorNotice } from "../shared/ErrorNotice.tsx";
import { FileDrop } from "../shared/OpenFile.tsx";
import { useDevice, useRuntime } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);
const words = text.settings;

/** More are counted, not listed. */
const shownBadLines = 20;

export function LibraryPart() {
  const runtime = useRuntime();
  const library = useDevice((state) => state.library);
  const file = useDevice((state) => state.libraryFile);
  return (
    <Part name="library" title={words.library} help={words.ownLibraryHelp}>
      <p>{file === null ? words.factbook : file.name}</p>
      {library.status === "ready" ? (
        <>
          <p className={css("soft")}>
            {words.libraryLine(
              library.value.library.title,
              library.value.library.edition,
              library.value.library.passages,
            )}
          </p>
          <BadLines lines={library.value.badLines} total={library.value.badLineCount} />
          <Vectors />
        </>
      ) : null}
      {library.status === "loading" ? (
        <p className={css("soft")}>{text.loading.phases[library.progress.phase]}…</p>
      ) : null}
      {library.status === "failed" ? (
        <InView key={library.error.code}>
          <ErrorNotice error={library.error} />
        </InView>
      ) : null}
      <FileDrop
        label={words.pick}
        hint={words.drop}
        accept=".jsonl,.ndjson,.json,.txt"
        onFile={(chosen) => void runtime.openLibraryFile(chosen)}
      />
      {file === null ? null : (
        <p>
          <TextButton onClick={() => void runtime.openLibraryFile(null)}>
            {words.backToFactbook}
          </TextButton>
        </p>
      )}
    </Part>
  );
}

/** The dialog is long, and what comes late may come out of sight. */
function InView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.scrollIntoView({ block: "nearest" }), []);
  return <div ref={ref}>{children}</div>;
}

function Vectors() {
  const vectors = useDevice((state) => state.vectors);
  return vectors === null ? null : <p className={css("soft")}>{vectorsText(vectors)}</p>;
}

function vectorsText(vectors: DenseState): string {
  if (vectors.status === "ready") return words.vectorsReady;
  if (vectors.status === "off") return words.vectorsOff[vectors.reason];
  return words.vectorsComputing(vectors.done, vectors.total);
}

function BadLines({ lines, total }: { lines: readonly BadLine[]; total: number }) {
  if (total === 0) return null;
  const more = total - Math.min(lines.length, shownBadLines);
  return (
    <div className={css("group")}>
      <p>{words.badLines(total)}</p>
      <ul className={css("lines")}>
        {lines.slice(0, shownBadLines).map(({ line, reason }) => (
          <li key={line}>{words.badLine(line, words.lineProblems[reason])}</li>
        ))}
        {more > 0 ? <li>{words.moreBadLines(more)}</li> : null}
      </ul>
    </div>
  );
}
