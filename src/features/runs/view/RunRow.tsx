import { useEffect, useRef, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { stages } from "../../../log/types.ts";
import type { RunSummary } from "../../../storage/runs.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { RowBoundary } from "../../../ui-kit/Damaged.tsx";
import { TextField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../ui-kit/TierIcon.tsx";
import { historyText as words } from "../text/history.ts";
import sheet from "./History.module.css";
import { useOpenRun } from "./use-open-run.ts";

const css = classes(sheet);

export interface RunRowProps {
  row: RunSummary;
  chosen: boolean;
  onChoose: (id: string) => void;
  onNote: (note: string) => void;
}

function Doers({ row: { stages: kept } }: { row: RunSummary }) {
  const doers = stages.flatMap((stage) => {
    const choice = kept?.[stage]?.choice ?? "off";
    return choice === "off" ? [] : [{ stage, choice }];
  });
  if (doers.length === 0) return null;
  return (
    <span className={css("doers")} role="img" aria-label={words.doers(doers)}>
      {doers.map(({ stage, choice }) => (
        <TierIcon key={stage} tier={choice} size={16} />
      ))}
    </span>
  );
}

export function RunRow(props: RunRowProps) {
  const { history } = useRuntime();
  const { id } = props.row;
  return (
    <RowBoundary kind="run" id={id} onRemove={() => void history.remove([id])}>
      <ShownRun {...props} />
    </RowBoundary>
  );
}

function ShownRun({ row, chosen, onChoose, onNote }: RunRowProps) {
  const live = useHistory((state) => state.live.has(row.id));
  const open = useOpenRun(onNote);
  const [renaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const title = row.title ?? row.question;
  const broken = row.outcome === null && !live;
  function endRenaming(): void {
    setRenaming(false);
    renameButton.current?.focus();
  }
  return (
    <article className={css("row")} aria-label={title}>
      <label className={css("choose")}>
        <input
          type="checkbox"
          checked={chosen}
          aria-label={words.choose(title)}
          onChange={() => onChoose(row.id)}
        />
        <span aria-hidden="true">{words.chooseShort}</span>
      </label>
      <div className={css("what")}>
        <button
          type="button"
          className={css("open")}
          aria-label={words.open(title)}
          onClick={() => void open(row.id, "show")}
        >
          <span className={css("question")} dir="auto">
            {title}
          </span>
          {row.short === "" ? null : (
            <span className={css(row.found === "not-in-library" ? "guess" : "short")} dir="auto">
              {words.short(row)}
            </span>
          )}
        </button>
        <p className={css("facts")}>
          <span className={css("outcome", broken && "isBroken")}>{words.outcome(row, live)}</span>
          <Doers row={row} />
          {words.facts(row).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {row.continues === null ? null : <span>{words.continued}</span>}
        </p>
        {renaming ? <Rename row={row} onDone={endRenaming} /> : null}
      </div>
      <p className={css("tools")}>
        {broken ? (
          <Button aria-label={words.goOnNamed(title)} onClick={() => void open(row.id, "go-on")}>
            {words.goOn}
          </Button>
        ) : null}
        <TextButton
          ref={renameButton}
          aria-label={words.renameNamed(title)}
          aria-expanded={renaming}
          onClick={() => setRenaming(!renaming)}
        >
          {words.rename}
        </TextButton>
        <Remove row={row} title={title} live={live} />
      </p>
    </article>
  );
}

function Remove({ row, title, live }: { row: RunSummary; title: string; live: boolean }) {
  const { history } = useRuntime();
  return (
    <TextButton
      aria-label={words.removeNamed(title)}
      disabled={live}
      onClick={() => void history.remove([row.id])}
    >
      {words.remove}
    </TextButton>
  );
}

function Rename({ row, onDone }: { row: RunSummary; onDone: () => void }) {
  const { history } = useRuntime();
  const [title, setTitle] = useState(row.title ?? row.question);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector("input");
    field?.focus();
    field?.select();
  }, []);
  async function save(): Promise<void> {
    await history.rename(row.id, title === row.question ? "" : title);
    onDone();
  }
  return (
    <form
      ref={form}
      className={css("rename")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label={words.newTitle} value={title} onChange={setTitle} />
      <Button onClick={() => void save()}>{words.save}</Button>
      <TextButton onClick={onDone}>{words.cancel}</TextButton>
    </form>
  );
}
