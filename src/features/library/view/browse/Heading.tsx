import { type ReactNode, useEffect, useRef } from "react";
import { libraryHeadingId } from "../../../../app/runtime/routes.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import sheet from "./LibraryPage.module.css";

const css = classes(sheet);

/** Takes the focus on mount, unless a linked passage does. */
export function Heading(props: { title: string; takesFocus: boolean; children?: ReactNode }) {
  const { title, takesFocus, children } = props;
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className={css("head")}>
      <h2 id={libraryHeadingId} ref={ref} tabIndex={-1} dir="auto">
        {title}
      </h2>
      {children}
    </header>
  );
}
