/** What else can be done with a run, behind three dots: the browser's own popover under its button. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { text } from "../../../ui-kit/text/page.ts";
import sheet from "./RunMenu.module.css";

const css = classes(sheet);

export function RunMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ top: 0, right: 0 });

  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open) return;
    // This Esc is meant for the menu, not for the run.
    event.stopPropagation();
    list.current?.hidePopover?.();
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are heard for the button and the list
    <div onKeyDown={closeByKey}>
      <button
        ref={button}
        type="button"
        className={css("button")}
        popoverTarget={id}
        aria-label={text.tree.menu}
        aria-expanded={open}
        title={text.tree.menu}
        onClick={() => {
          const box = button.current?.getBoundingClientRect();
          if (box === undefined) return;
          setAt({ top: box.bottom, right: document.documentElement.clientWidth - box.right });
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="3" cy="8" r="1.4" />
          <circle cx="8" cy="8" r="1.4" />
          <circle cx="13" cy="8" r="1.4" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside have keys of their own */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes after one of them */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={css("list")}
        style={{ top: at.top, right: at.right }}
        onToggle={(event) => setOpen(event.newState === "open")}
        onClick={({ target }) => {
          if (target instanceof HTMLButtonElement) list.current?.hidePopover?.();
        }}
      >
        {children}
      </div>
    </div>
  );
}
