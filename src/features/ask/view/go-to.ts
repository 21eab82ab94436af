/** Scrolls to a section and gives its heading the focus. */
export function goTo(headingId: "answer-title" | "tree-title"): void {
  const heading = document.getElementById(headingId);
  heading?.closest("section")?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
