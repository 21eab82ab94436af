import { useEffect } from "react";
import {
  useDevice,
  useLibraries,
  useRuntime,
  useSettings,
} from "../../../app/runtime/runtime-context.ts";
import { acceptedFiles } from "../../../retrieval/libraries/own/kind.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { ErrorNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { FileDrop } from "../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { libraryText as words } from "../../library/text/library.ts";
import { Documents } from "../../library/view/Documents.tsx";
import { Intake } from "../../library/view/Intake.tsx";
import { LibraryChoices } from "../../library/view/LibraryChoices.tsx";
import { InView } from "./InView.tsx";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function LibraryPart() {
  const runtime = useRuntime();
  const status = useLibraries((state) => state.status);
  const made = useLibraries((state) => state.libraries.length);
  const chosen = useSettings((state) => state.library);
  const own = useLibraries((state) => state.libraries.find(({ id }) => id === chosen) ?? null);
  const library = useDevice((state) => state.library);
  // Another tab may have changed them.
  useEffect(() => void runtime.libraries.load(), [runtime]);
  const title = made === 0 ? words.newTitle : words.newTitleNumbered(made + 1);
  return (
    <Part name="library" title={words.title} help={words.help}>
      <LibraryChoices />
      {status === "failed" ? <p className={css("cause")}>{words.noStorage}</p> : null}
      <div className={css("group")}>
        <FileDrop
          label={words.add}
          hint={words.addHint}
          accept={acceptedFiles}
          multiple
          disabled={status === "failed"}
          onFile={(file) =>
            void runtime.libraries.add([file], own === null ? { title } : { library: own.id })
          }
        />
        <p className={css("soft")}>{words.addHelp(own?.title ?? null)}</p>
      </div>
      <Intake />
      {own === null ? null : <Documents library={own} />}
      {made === 0 || status === "failed" ? null : (
        <p>
          <TextButton onClick={() => void runtime.libraries.create(title)}>
            {words.newLibrary}
          </TextButton>
        </p>
      )}
      {library.status === "failed" ? (
        <InView key={library.error.code}>
          <ErrorNotice error={library.error} />
        </InView>
      ) : null}
    </Part>
  );
}
