/** Finds the action for a key press; none while the user types or holds a modifier. */
import type { Action } from "../runtime/action.ts";

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** Shift is ignored: `?` needs it on some keyboards and not on others. */
export function actionOfKey(press: Press, actions: readonly Action[]): Action | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.repeat || press.isComposing || press.defaultPrevented) return null;
  return actions.find(({ key }) => key === press.key) ?? null;
}

export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey;
}

/** Input types that take no letters, so a key pressed there may trigger an action. */
const letterless = new Set(["button", "checkbox", "radio", "range", "file", "color", "submit"]);

/** True for text fields and for lists that jump to a typed letter. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !letterless.has(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}
