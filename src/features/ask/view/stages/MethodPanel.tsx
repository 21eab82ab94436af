/**
 * The method's settings by stage, and the choices its paper leaves open. Collapsed, and loaded on
 * first opening.
 */
import { Suspense, useState } from "react";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { useErrors, useMethod } from "../../../../ui-kit/use-problems.ts";
import sheet from "./MethodPanel.module.css";

const css = classes(sheet);

const MethodControls = lazyPart(async () =>
  (await import("./MethodControls.tsx")).loadMethodControls(),
);

export function MethodPanel() {
  const method = useMethod();
  const [opened, setOpened] = useState(false);
  const errors = useErrors().length;
  if (method === null) return null;
  return (
    <details className={css("panel")} onToggle={() => setOpened(true)}>
      <summary>
        {text.stages.advanced}
        {errors > 0 ? (
          <strong className={css("count")}>{methodText.problems(errors)}</strong>
        ) : null}
      </summary>
      {opened ? (
        <PanelBoundary>
          <Suspense fallback={null}>
            <MethodControls method={method} />
          </Suspense>
        </PanelBoundary>
      ) : null}
    </details>
  );
}
