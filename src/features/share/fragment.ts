/** How an address says that it carries a run; by itself, as the page asks it at its start. */

export const runFragment = "#run=";

export function isRunLink(fragment: string): boolean {
  return fragment.startsWith(runFragment);
}
