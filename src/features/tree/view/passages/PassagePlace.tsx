import { Suspense, useId, useState } from "react";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import type { Passage, PassagePlace as Place } from "../../../../log/types.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { placeText as words } from "../../../library/text/library-picker.ts";
import { InLibrary } from "./InLibrary.tsx";
import sheet from "./PassagePlace.module.css";

const css = classes(sheet);

const Excerpt = lazyPart(async () => (await import("./Excerpt.tsx")).Excerpt);

export function PassagePlace({ passage }: { passage: Passage }) {
  const { place } = passage;
  return place === undefined ? (
    <InLibrary passage={passage} />
  ) : (
    <Where id={passage.id} place={place} />
  );
}

function Where({ id, place }: { id: string; place: Place }) {
  const excerptId = useId();
  const library = useRun((state) => state.trace.start?.library.id ?? "");
  const [open, setOpen] = useState(false);
  return (
    <div className={css("place")}>
      <p className={css("where")}>
        <span dir="auto">{words.place(place)}</span>
        <span>{words.characters(place.from, place.to)}</span>
        <TextButton
          aria-expanded={open}
          aria-controls={excerptId}
          onClick={() => setOpen((isOpen) => !isOpen)}
        >
          {open ? words.hideDocument : words.showInDocument}
        </TextButton>
      </p>
      <div id={excerptId}>
        {open ? (
          <Suspense>
            <Excerpt library={library} passageId={id} place={place} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
