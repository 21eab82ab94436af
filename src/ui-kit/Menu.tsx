import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import sheet from "./Menu.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

/** The page menu is as high as its header. */
export function Menu(props: {
  label: string;
  mark: ReactNode;
  size: "page" | "part";
  children: ReactNode;
}) {
  const { label, mark, size, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ top: 0, right: 0 });

  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open) return;
    // This Esc is meant for the menu, not the run.
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
        className={css("button", size)}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        title={label}
        onClick={() => {
          const box = button.current?.getBoundingClientRect();
          if (box === undefined) return;
          // Unlike `clientWidth`, this excludes the scrollbar gutter.
          const { width } = document.documentElement.getBoundingClientRect();
          setAt({ top: box.bottom, right: width - box.right });
        }}
      >
        {mark}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside have keys of their own */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes after one of them */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={css("list")}
        style={at}
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
