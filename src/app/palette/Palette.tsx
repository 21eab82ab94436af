/** The command palette: a combobox over a list that is always open. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Dialog, useDialog } from "../../ui-kit/Dialog.tsx";
import { classes } from "../../ui-kit/styles/classes.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { findActions } from "../actions/find-actions.ts";
import { allActions } from "../actions/list.ts";
import type { Action } from "../runtime/action.ts";
import { useApp } from "../runtime/runtime-context.ts";
import sheet from "./Palette.module.css";

const css = classes(sheet);
const words = actionsText.palette;

export function Palette({ onChoose }: { onChoose: (action: Action) => void }) {
  const app = useApp();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const found = findActions(allActions(), typed);
  const active = found[at];
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);

  function choose(action: Action | undefined): void {
    if (action?.isPossible(app)) onChoose(action);
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const next = moved(event.key, at, found.length);
    if (next !== null) setAt(next);
    else if (event.key === "Enter") choose(active);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog {...useDialog("palette")} title={words.title}>
      <input
        ref={field}
        className={css("field")}
        role="combobox"
        aria-label={words.field}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
        placeholder={words.field}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <p className={css("count")} role="status">
        {found.length === 0 ? words.none : words.found(found.length)}
      </p>
      {/* The focus stays in the field; aria-activedescendant moves through the list. */}
      <div
        id={listId}
        className={css("list")}
        role="listbox"
        aria-label={words.title}
        tabIndex={-1}
      >
        {found.map((action) => (
          <Option
            key={action.id}
            id={optionId(listId, action)}
            action={action}
            isActive={action === active}
            isPossible={action.isPossible(app)}
            onChoose={() => choose(action)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Option(props: {
  id: string;
  action: Action;
  isActive: boolean;
  isPossible: boolean;
  onChoose: () => void;
}) {
  const { id, action, isActive, isPossible, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus
    <div
      id={id}
      className={css("option", isActive && "isActive", !isPossible && "isImpossible")}
      role="option"
      aria-selected={isActive}
      aria-disabled={!isPossible}
      onClick={onChoose}
    >
      <span>{action.title}</span>
      <span className={css("key")}>
        {isPossible ? action.shown === null ? null : <kbd>{action.shown}</kbd> : words.impossible}
      </span>
    </div>
  );
}

function optionId(listId: string, action: Action | undefined): string {
  return `${listId}-${action?.id ?? ""}`;
}

/** Home and End keep their meaning in the text field. */
function moved(key: string, at: number, length: number): number | null {
  if (length === 0) return null;
  if (key === "ArrowDown") return (at + 1) % length;
  if (key === "ArrowUp") return (at - 1 + length) % length;
  if (key === "PageDown") return Math.min(at + 8, length - 1);
  if (key === "PageUp") return Math.max(at - 8, 0);
  return null;
}
