/**
 * A run that is looked at beside another: what is inside reads this log and a selection of its
 * own instead of the run on the screen of Ask.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { AppContextHolder, useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { createViewStore } from "../../../../app/runtime/view-store.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { createRunStore } from "../../../../session/run-store.ts";

interface Looked {
  /** Pointed at or focused. */
  active: string | null;
  opened: string | null;
}

/** `mark`: the step that is outlined while none is open. */
export function OwnRun(props: {
  log: readonly RunEvent[];
  mark: string | null;
  children: (looked: Looked) => ReactNode;
}) {
  const { log, mark, children } = props;
  const outer = useRuntime();
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [view] = useState(createViewStore);
  const runtime = useMemo(() => {
    const run = createRunStore((fold) => fold());
    run.show(log, "ended", true);
    return { ...outer, run };
  }, [outer, log]);
  useEffect(() => {
    view.setState({
      selected: mark,
      select: (id) => {
        setOpened(id);
        view.setState({ selected: id ?? mark });
        // The panel that goes away had the focus.
        if (id === null) focusOnTree(box.current);
      },
    });
  }, [view, mark]);
  const active = useStore(view, (state) => state.active);
  const app = useMemo(() => ({ runtime, view }), [runtime, view]);
  return (
    <AppContextHolder value={app}>
      <div ref={box}>{children({ active, opened })}</div>
    </AppContextHolder>
  );
}

/** The step that was open, in the list of a tree or by itself. */
function focusOnTree(box: HTMLElement | null): void {
  box
    ?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], li > [aria-expanded="true"]')
    ?.focus();
}
