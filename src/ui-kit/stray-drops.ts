/**
 * A file that is dropped beside the place for it would take the page's own place in the tab, and
 * what was typed with it. Returns what ends this.
 */
export function refuseStrayFiles(): () => void {
  function refuse(event: DragEvent): void {
    const takesIt = event.defaultPrevented;
    if (takesIt || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
  // At the window, where whoever takes the file has taken it already.
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return () => {
    removeEventListener("dragover", refuse);
    removeEventListener("drop", refuse);
  };
}
