import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { loadedParts } from "../../../app/lazy/feature-parts.ts";
import { navigate, paths, runsHeadingId } from "../../../app/runtime/routes.ts";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import type { RunSummary } from "../../../storage/runs.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { DamagedRows } from "../../../ui-kit/Damaged.tsx";
import { TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { historyText as words } from "../text/history.ts";
import sheet from "./History.module.css";
import { matching } from "./matching.ts";
import { RunRows } from "./RunRows.tsx";
import { useOpenRun } from "./use-open-run.ts";

const css = classes(sheet);

export function RunList() {
  const runs = useHistory((state) => state.runs);
  const deleted = useHistory((state) => state.deleted);
  const damaged = useHistory((state) => state.damaged);
  const { history } = useRuntime();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [note, setNote] = useState("");
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => matching(runs, wanted), [runs, wanted]);
  const size = useMemo(() => runs.reduce((sum, row) => sum + row.size, 0), [runs]);
  const open = useOpenRun(setNote);
  function choose(id: string): void {
    setChosen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2),
    );
  }
  return (
    <>
      <Deleted note={note} onUndone={() => setNote(words.restored)} />
      <DamagedRows
        kind="run"
        ids={damaged}
        onOpen={(id) => void open(id, "show")}
        onRemove={(id) => history.replace(id)}
      />
      {runs.length === 0 && deleted.length === 0 && damaged.length === 0 ? <Empty /> : null}
      {runs.length === 0 ? null : (
        <section className={css("list")} aria-label={words.list}>
          <div className={css("search")}>
            <TextField label={words.search} value={search} onChange={setSearch} />
            <p role="status" className={css("soft")}>
              {shown.length === 0
                ? words.nothingFound
                : `${words.found(shown.length, runs.length)}, ${words.takes(size)}`}
            </p>
          </div>
          <Chosen runs={runs} chosen={chosen} onClear={() => setChosen([])} />
          {loadedParts().map(({ id, RunsTools }) =>
            RunsTools === undefined ? null : <RunsTools key={id} onNote={setNote} />,
          )}
          <RunRows rows={shown} chosen={chosen} onChoose={choose} onNote={setNote} />
        </section>
      )}
    </>
  );
}

function Empty() {
  return (
    <section className={css("empty")} aria-labelledby="no-runs">
      <h3 id="no-runs">{words.empty}</h3>
      <p>{words.emptyBody}</p>
      <p>
        <Button main onClick={() => navigate(paths.ask)}>
          {words.ask}
        </Button>
      </p>
    </section>
  );
}

/** The pressed button disappears, so the focus moves. */
function Deleted({ note, onUndone }: { note: string; onUndone: () => void }) {
  const { history } = useRuntime();
  const deleted = useHistory((state) => state.deleted);
  const undo = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (deleted.length > 0) undo.current?.querySelector("button")?.focus();
  }, [deleted]);
  async function undoThem(): Promise<void> {
    await history.undo();
    onUndone();
    document.getElementById(runsHeadingId)?.focus();
  }
  return (
    <div className={css("note")} ref={undo}>
      <span role="status">{deleted.length > 0 ? words.removed(deleted.length) : note}</span>
      {deleted.length === 0 ? null : <Button onClick={() => void undoThem()}>{words.undo}</Button>}
    </div>
  );
}

function Chosen(props: {
  runs: readonly RunSummary[];
  chosen: readonly string[];
  onClear: () => void;
}) {
  const { runs, chosen, onClear } = props;
  const there = chosen.filter((id) => runs.some((row) => row.id === id));
  const [one, other] = there;
  if (one === undefined) return null;
  return (
    <div className={css("chosen")}>
      <span role="status">{words.chosen(there.length)}</span>
      {other === undefined ? null : (
        <Button onClick={() => navigate(paths.compare(one, other))}>{words.compare}</Button>
      )}
      <Button onClick={onClear}>{words.clear}</Button>
    </div>
  );
}
