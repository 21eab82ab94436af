import { useDevice, useLibraries, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { OwnLibrary } from "../../../retrieval/libraries/own/record.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { loadingText } from "../../../ui-kit/text/loading.ts";
import { libraryText as words } from "../text/library.ts";
import sheet from "./Library.module.css";

const css = classes(sheet);

export function Learning({ library }: { library: OwnLibrary }) {
  const runtime = useRuntime();
  const vectors = useDevice((state) =>
    state.library.status === "ready" && state.library.value.library.id === library.id
      ? state.vectors
      : null,
  );
  const opening = useDevice((state) =>
    state.library.status === "loading" ? state.library.progress.phase : null,
  );
  // Documents still being read get their vectors later.
  const coming = useLibraries(({ reading, into }) => reading !== null && into === library.id);
  const total = library.documents.reduce((sum, { passages }) => sum + passages, 0);
  const learnt = library.documents.reduce((sum, one) => sum + (one.learnt?.passages ?? 0), 0);
  if (total === 0 || coming) return null;
  if (vectors?.status === "computing") {
    return (
      <div className={css("learning")}>
        <p>{words.learning(vectors.done, vectors.total)}</p>
        <progress aria-label={words.progress} value={vectors.done} max={vectors.total} />
        <TextButton onClick={() => void runtime.libraries.pause()}>{words.pause}</TextButton>
      </div>
    );
  }
  if (vectors?.status === "ready" || learnt >= total) return <p>{words.ready}</p>;
  if (opening !== null) return <p className={css("soft")}>{loadingText.phases[opening]}…</p>;
  return (
    <div className={css("learning")}>
      <p>
        {vectors?.status === "off" && vectors.reason === "failed"
          ? words.learningFailed
          : words.learnt(learnt, total)}
      </p>
      <TextButton onClick={() => void runtime.libraries.resume()}>{words.resume}</TextButton>
    </div>
  );
}
