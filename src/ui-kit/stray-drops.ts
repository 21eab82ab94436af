/**
 * Blocks files dropped outside a drop zone: the browser would open them in place of the page and
 * discard what was typed. Returns a cleanup function.
 */
export function refuseStrayFiles(): () => void {
  function refuse(event: DragEvent): void {
    const takesIt = event.defaultPrevented;
    if (takesIt || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
  // On the window, after a drop zone has handled the event.
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return () => {
    removeEventListener("dragover", refuse);
    removeEventListener("drop", refuse);
  };
}
