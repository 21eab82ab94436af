import { useLibraries, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { IntakeProgress } from "../../../retrieval/libraries/own/intake.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import type { Reading } from "../store.ts";
import { libraryText as words } from "../text/library.ts";
import sheet from "./Library.module.css";

const css = classes(sheet);

export function Intake() {
  const reading = useLibraries((state) => state.reading);
  const waiting = useLibraries((state) => state.waiting.length);
  return (
    <div className={css("intake")} aria-live="polite">
      {reading !== null ? <Progress reading={reading} /> : null}
      {reading === null && waiting > 0 ? <Paused waiting={waiting} /> : null}
      {reading === null ? <Taken /> : null}
      <Refused />
    </div>
  );
}

function Progress({ reading: { name, place, total, progress } }: { reading: Reading }) {
  const runtime = useRuntime();
  return (
    <div className={css("learning")}>
      <p dir="auto">
        {words.reading(name, place, total)}
        {/* Announcing every page would be too verbose. */}
        <span className={css("soft")} aria-hidden="true">
          {phaseOf(progress)}
        </span>
      </p>
      <progress aria-label={words.progress} value={shareOf(place, total, progress)} max={1} />
      <Button onClick={() => runtime.libraries.cancel()}>{words.cancel}</Button>
    </div>
  );
}

function phaseOf({ phase, page, pages }: IntakeProgress): string {
  if (page === null || pages === null) return words.phases[phase];
  return words.page(page, pages);
}

/** The current file's pages count as part of it. */
function shareOf(place: number, total: number, { page, pages }: IntakeProgress): number {
  const ofThis = page === null || pages === null || pages === 0 ? 0 : page / pages;
  return Math.min(1, (place - 1 + ofThis) / total);
}

function Paused({ waiting }: { waiting: number }) {
  const { libraries } = useRuntime();
  return (
    <div className={css("learning")}>
      <p>{words.paused(waiting)}</p>
      <div className={css("row")}>
        <Button onClick={() => void libraries.goOn()}>{words.goOn}</Button>
        <TextButton onClick={() => libraries.forget()}>{words.forget}</TextButton>
      </div>
    </div>
  );
}

function Taken() {
  const added = useLibraries((state) => state.added);
  const same = useLibraries((state) => state.same);
  return added + same === 0 ? null : <p>{words.added(added, same)}</p>;
}

function Refused() {
  const { libraries } = useRuntime();
  const refused = useLibraries((state) => state.refused);
  if (refused.length === 0) return null;
  return (
    <div className={css("refused")}>
      <p>{words.refused(refused.length)}</p>
      <ul>
        {refused.map((error, index) => {
          const { title, body } = errorText(error);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
            <li key={index}>
              <strong>{title}.</strong> {body}
            </li>
          );
        })}
      </ul>
      <TextButton onClick={() => libraries.dismiss()}>{words.dismiss}</TextButton>
    </div>
  );
}
