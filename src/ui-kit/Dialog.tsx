/** A native modal dialog controlled by a flag; Esc and the backdrop close it. */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
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
  // A dialog that is unmounted while open does not restore the focus by itself.
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
    // Esc already closes a modal dialog; the click only adds the backdrop to it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      className={css("dialog")}
      aria-labelledby={titleId}
      // React bubbles the cancel and close events of nested dialogs and file pickers up to here.
      // Acts on Esc at once: "close" fires in a later task, and a key pressed in between would be
      // taken as meant for a dialog.
      onCancel={(event) => {
        if (event.target === ref.current) onClose();
      }}
      // Ignores the late close event of a dialog that was reopened meanwhile.
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
