import { useId } from "react";
import { paths } from "../../../app/runtime/routes.ts";
import {
  useLibraries,
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "../../../app/runtime/runtime-context.ts";
import {
  choiceOf,
  embeddedLibraries,
  findEmbedded,
} from "../../../retrieval/libraries/embedded-libraries.ts";
import { isRunning } from "../../../session/run-store.ts";
import type { SettingsState } from "../../../session/settings.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { pickerText as words } from "../text/library-picker.ts";
import sheet from "./LibraryPicker.module.css";

const css = classes(sheet);

export function LibraryPicker() {
  const id = useId();
  const runtime = useRuntime();
  const libraries = useLibraries((state) => state.libraries);
  const chosen = useSettings((state) => state.library);
  const running = useRun(isRunning);
  const openSettings = useView((state) => state.openSettings);
  const elsewhere = useSettings(fixedService);
  const embedded = findEmbedded(chosen);
  return (
    <div className={css("picker")}>
      {libraries.length + embeddedLibraries.all.length < 2 ? null : (
        <>
          <label htmlFor={id}>{words.label}</label>
          <select
            id={id}
            className={css("select")}
            value={chosen}
            disabled={running}
            onChange={(event) => runtime.libraries.choose(event.target.value)}
          >
            {embeddedLibraries.all.map((library) => (
              <option key={library.id} value={choiceOf(library)}>
                {library.title}
              </option>
            ))}
            {libraries.map((library) => (
              <option key={library.id} value={library.id}>
                {words.option(library.title, library.documents.length)}
              </option>
            ))}
          </select>
        </>
      )}
      {elsewhere === null ? (
        embedded === null ? null : (
          <a href={paths.library(chosen)} title={embedded.title}>
            {words.knows(embedded.about)}
          </a>
        )
      ) : (
        <TextButton onClick={() => openSettings("tools")}>{words.elsewhere(elsewhere)}</TextButton>
      )}
      <TextButton onClick={() => openSettings("library")}>{words.manage}</TextButton>
    </div>
  );
}

/** Null if the library is, or may be, searched. */
function fixedService({ run: { source }, tools }: SettingsState): string | null {
  if (source.choice !== "fixed") return null;
  return tools.find(({ id }) => id === source.tool)?.title ?? null;
}
