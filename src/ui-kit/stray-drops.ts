/**
 * The browser would open a stray file in place of the page and discard what was typed. Returns a
 * cleanup function.
 */
export function refuseStrayFiles(): () => void {
  function refuse(event: DragEvent): void {
    const takesIt = event.defaultPrevented;
    if (takesIt || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
  // On the window, so that drop zones handle the event first.
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return () => {
    removeEventListener("dragover", refuse);
    removeEventListener("drop", refuse);
  };
}
