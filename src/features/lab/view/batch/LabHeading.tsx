/** Heading of the current Lab view; takes the focus when it appears. */
import { type ReactNode, useEffect, useRef } from "react";
import { labHeadingId, paths } from "../../../../app/runtime/routes.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import sheet from "./Lab.module.css";

const css = classes(sheet);

/** `back`: link to the list of batches. `children`: actions. */
export function LabHeading(props: { title: string; back?: boolean; children?: ReactNode }) {
  const { title, back = false, children } = props;
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={css("head")}>
      <div>
        {back ? (
          <a className={css("back")} href={paths.lab}>
            {words.back}
          </a>
        ) : null}
        <h2 id={labHeadingId} ref={ref} tabIndex={-1} dir="auto">
          {title}
        </h2>
      </div>
      {children}
    </header>
  );
}
