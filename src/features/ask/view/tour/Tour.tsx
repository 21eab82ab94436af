/** A short tour: points at one part of the page after the other, with a sentence about each. */

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { questionFieldId } from "../../../../app/runtime/runtime-context.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { tourText } from "../../text/player.ts";
import sheet from "./Tour.module.css";

const css = classes(sheet);

const targets = [questionFieldId, "switchboard", "tree-title", "meter-title", "answer-title"];

export function Tour({ onEnd }: { onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const last = at === targets.length - 1;
  const step = tourText.steps[at];
  usePointer(targets[at] ?? "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step is read from its beginning
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  if (step === undefined) return null;

  function endOnEscape(event: KeyboardEvent): void {
    if (event.key === "Escape") onEnd();
  }
  return createPortal(
    <section className={css("tour")} aria-label={tourText.title} onKeyDown={endOnEscape}>
      <h2 ref={heading} tabIndex={-1} className={css("heading")}>
        {step.heading}
      </h2>
      <p>{step.body}</p>
      <div className={css("controls")}>
        <span className={css("place")}>{tourText.place(at + 1, targets.length)}</span>
        {at > 0 ? <TextButton onClick={() => setAt(at - 1)}>{tourText.back}</TextButton> : null}
        {last ? null : <TextButton onClick={() => setAt(at + 1)}>{tourText.next}</TextButton>}
        <TextButton onClick={onEnd}>{last ? tourText.done : tourText.skip}</TextButton>
      </div>
    </section>,
    document.body,
  );
}

/** Highlights the part and scrolls its start into view, clear of the tour's text. */
function usePointer(id: string): void {
  useLayoutEffect(() => {
    const named = document.getElementById(id);
    const part = named?.closest<HTMLElement>("section, aside, form") ?? named;
    if (part == null) return;
    part.dataset["pointed"] = "";
    part.scrollIntoView({ block: "start" });
    return () => {
      delete part.dataset["pointed"];
    };
  }, [id]);
}
