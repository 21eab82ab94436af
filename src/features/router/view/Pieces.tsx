import { Children, type ReactNode, useEffect, useId, useState } from "react";
import type { ErrorData } from "../../../log/errors.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { routerText as words } from "../text/router.ts";
import sheet from "./Router.module.css";

const css = classes(sheet);

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css("part")} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Mounts one child per frame: all at once would block the page. */
export function Slices({ children }: { children: ReactNode }) {
  const all = Children.toArray(children);
  const [shown, setShown] = useState(1);
  const isWhole = shown >= all.length;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => setShown(shown + 1));
    return () => cancelAnimationFrame(frame);
  }, [shown, isWhole]);
  return all.slice(0, shown);
}

const shownLines = 10;

export function LeftOut({ lines }: { lines: readonly { line: number; why: string }[] }) {
  if (lines.length === 0) return null;
  const more = lines.length - shownLines;
  return (
    <>
      <p>{words.bad(lines.length)}</p>
      <ul className={css("list")}>
        {lines.slice(0, shownLines).map(({ line, why }) => (
          <li key={line}>{words.badLine(line, why)}</li>
        ))}
        {more > 0 ? <li>{words.moreBad(more)}</li> : null}
      </ul>
    </>
  );
}

/** Has no recovery button, because that would lead behind this dialog. */
export function ErrorLine({ error }: { error: ErrorData | null }) {
  if (error === null) return null;
  const { title, body } = errorText(error);
  return (
    <p role="alert" className={css("alarm")}>
      <strong>{title}.</strong> {body}
    </p>
  );
}
