import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useView } from "../app/runtime/runtime-context.ts";
import { isOpen } from "../app/runtime/view-store.ts";
import { TextButton } from "./Button.tsx";
import sheet from "./Dialog.module.css";
import { classes } from "./styles/classes.ts";
import { text } from "./text/page.ts";

const css = classes(sheet);

export function Dialog(props: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { open, title, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Unmounted while open, a dialog does not restore the focus.
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target === ref.current) onClose();
  }
  return (
    // Esc already closes it; the click only adds the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      className={css("dialog")}
      aria-labelledby={titleId}
      // React bubbles cancel and close events of nested dialogs and file pickers. Acts on Esc at
      // once: "close" fires in a later task, and a key in between would count as the dialog's.
      onCancel={(event) => {
        if (event.target === ref.current) onClose();
      }}
      // Ignores a late event after the dialog was reopened.
      onClose={(event) => {
        if (event.target === ref.current && !event.currentTarget.open) onClose();
      }}
      onClick={closeOnBackdrop}
    >
      <div className={css("body")}>
        <header className={css("head")}>
          <h2 id={titleId}>{title}</h2>
          <TextButton onClick={onClose}>{text.page.close}</TextButton>
        </header>
        {open ? children : null}
      </div>
    </dialog>
  );
}

/** Props of `Dialog` for the dialog of this kind. */
export function useDialog(kind: string): { open: boolean; onClose: () => void } {
  const open = useView((state) => isOpen(state, kind));
  const close = useView((state) => state.close);
  return { open, onClose: () => close(kind) };
}
