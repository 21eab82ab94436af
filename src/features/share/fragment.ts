/** A separate module, because the page needs it at start. */

export const runFragment = "#run=";

export function isRunLink(fragment: string): boolean {
  return fragment.startsWith(runFragment);
}
