import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useRuntime, useView } from "../../../../app/runtime/runtime-context.ts";
import {
  embeddedLibraries,
  findEmbedded,
} from "../../../../retrieval/libraries/embedded-libraries.ts";
import type { EmbeddedLibrary } from "../../../../retrieval/libraries/embedded-library.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { type ContentsStore, createContentsStore } from "../../contents-store.ts";
import { browseText as words } from "../../text/browse.ts";
import { EntryList } from "./EntryList.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { Heading } from "./Heading.tsx";
import sheet from "./LibraryPage.module.css";
import { pathOf, placeIn } from "./place.ts";

const css = classes(sheet);

export function LibraryPage({ at: fragment }: { at: string }) {
  const { library: choice, at } = placeIn(fragment);
  const library = findEmbedded(choice);
  return (
    <div className={css("page")}>
      {library === null ? <NoLibrary /> : <Reading key={library.id} library={library} at={at} />}
    </div>
  );
}

function Reading({ library, at }: { library: EmbeddedLibrary; at: string }) {
  const { reading } = useRuntime();
  const [store] = useState(() => createContentsStore(library.id, reading));
  const status = useStore(store, (state) => state.status);
  useEffect(() => {
    void store.open();
    return () => store.close();
  }, [store]);
  if (status === "failed") return <CannotOpen store={store} />;
  if (at !== "") return <EntryPage store={store} library={library} at={at} />;
  return <List store={store} library={library} />;
}

function List({ store, library }: { store: ContentsStore; library: EmbeddedLibrary }) {
  const status = useStore(store, (state) => state.status);
  const [isFirst] = useState(() => store.getState().last === null);
  return (
    <>
      <Heading title={library.title} takesFocus={isFirst}>
        <p className={css("soft")}>{words.intro(library.about)}</p>
      </Heading>
      {status === "ready" ? (
        <EntryList store={store} library={library} />
      ) : (
        <p role="status">{words.opening}</p>
      )}
    </>
  );
}

function CannotOpen({ store }: { store: ContentsStore }) {
  const error = useStore(store, (state) => state.error);
  return (
    <>
      <Heading title={words.failed} takesFocus />
      <div className={css("trouble")} role="alert">
        {error === null ? null : <p>{errorText(error).body}</p>}
        <Button onClick={() => void store.open()}>{words.again}</Button>
      </div>
    </>
  );
}

function NoLibrary() {
  const openSettings = useView((state) => state.openSettings);
  return (
    <>
      <Heading title={words.noLibrary} takesFocus>
        <p>{words.noLibraryBody}</p>
      </Heading>
      <ul className={css("ways")}>
        {embeddedLibraries.all.map((library) => (
          <li key={library.id}>
            <a href={pathOf(library)}>{library.title}</a>
          </li>
        ))}
        <li>
          <TextButton onClick={() => openSettings("library")}>{words.own}</TextButton>
        </li>
      </ul>
    </>
  );
}
