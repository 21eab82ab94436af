/** Children read this log and a separate selection instead of the run under Ask. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { AppContextHolder, useRuntime } from "../../../../app/runtime/runtime-context.ts";
import { createViewStore } from "../../../../app/runtime/view-store.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { createRunStore } from "../../../../session/run-store.ts";

interface Looked {
  active: string | null;
  opened: string | null;
}

/** `mark` is outlined while no step is open. */
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
        // The closing panel had the focus.
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

function focusOnTree(box: HTMLElement | null): void {
  box
    ?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], li > [aria-expanded="true"]')
    ?.focus();
}
