import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

function shown() {
  const onClose = vi.fn();
  render(
    <Dialog open title="A dialog" onClose={onClose}>
      <input type="file" aria-label="A file" />
    </Dialog>,
  );
  const dialog: HTMLDialogElement = screen.getByRole("dialog", { name: "A dialog" });
  return { onClose, dialog };
}

describe("Esc", () => {
  it("is told at once, not with the close that follows", () => {
    const { onClose, dialog } = shown();
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("in a choice of files leaves the dialog open", () => {
    const { onClose } = shown();
    fireEvent(screen.getByLabelText("A file"), new Event("cancel", { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("does not close one that was opened again before its close was told", () => {
    const { onClose, dialog } = shown();
    expect(dialog.open).toBe(true);
    fireEvent(dialog, new Event("close"));
    expect(onClose).not.toHaveBeenCalled();
    dialog.open = false;
    fireEvent(dialog, new Event("close"));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
