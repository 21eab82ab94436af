/** The log holds no key. */
import { type RefObject, Suspense, useRef, useState } from "react";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { useRun, useRuntime, useView } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import type { RunEvent } from "../../../log/events.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { FeatureButtons } from "../../../ui-kit/FeatureButtons.tsx";
import { Menu } from "../../../ui-kit/Menu.tsx";
import { saveRun } from "../../../ui-kit/save-run.ts";
import { text } from "../../../ui-kit/text/page.ts";

const StorageFull = lazyView(async (parts) => (await parts.storageFull()).StorageFull);

export function RunFileTools() {
  const runtime = useRuntime();
  const hasLog = useRun((state) => state.events.length > 0);
  const opened = useRun((state) => state.opened);
  const origin = useHistory((state) => state.origin);
  const full = useHistory((state) => state.saving === "full");
  const [kept, setKept] = useState<readonly RunEvent[] | null>(null);
  const isKept = useRun(({ events }) => events === kept);
  const input = useRef<HTMLInputElement>(null);
  const save = () => void saveRun(runtime.run);
  return (
    <>
      {opened ? (
        // The menu has closed by then, so the result is announced here.
        <span aria-live="polite">{isKept ? text.tree.kept : text.tree.openedFrom[origin]}</span>
      ) : null}
      <Menu label={text.tree.menu} mark={<Dots />} size="part">
        {hasLog ? (
          <>
            <FeatureButtons at="run" />
            <TextButton onClick={save}>{text.tree.save}</TextButton>
          </>
        ) : null}
        <TextButton onClick={() => input.current?.click()}>{text.tree.open}</TextButton>
        {opened && origin !== "runs" && !isKept ? <Keep onKept={setKept} /> : null}
      </Menu>
      <OpenRun input={input} />
      {full ? (
        <Suspense fallback={null}>
          <StorageFull onSave={save} />
        </Suspense>
      ) : null}
    </>
  );
}

function Keep({ onKept }: { onKept: (events: readonly RunEvent[]) => void }) {
  const { run, history } = useRuntime();
  async function keep(): Promise<void> {
    const { events } = run.getState();
    if (await history.keep(events)) onKept(events);
  }
  return <TextButton onClick={() => void keep()}>{text.tree.keep}</TextButton>;
}

function OpenRun({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const runtime = useRuntime();
  const select = useView((state) => state.select);
  return (
    <input
      ref={input}
      type="file"
      accept=".json,application/json"
      hidden
      aria-label={text.tree.open}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Cleared so that the same file can be chosen again.
        event.target.value = "";
        if (file === undefined) return;
        select(null);
        void runtime.openRunFile(file);
      }}
    />
  );
}

function Dots() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
      <circle cx="3" cy="8" r="1.4" />
      <circle cx="8" cy="8" r="1.4" />
      <circle cx="13" cy="8" r="1.4" />
    </svg>
  );
}
