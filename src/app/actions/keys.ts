/** Which action a key press means; none while somebody types, or holds a modifier. */
import type { Action } from "./action.ts";

/** What is read of a key press. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
}

/** Shift is not looked at: `?` needs it on some keyboards and not on others. */
export function actionOfKey(press: Press, actions: readonly Action[]): Action | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.repeat || press.isComposing || press.defaultPrevented) return null;
  return actions.find(({ key }) => key === press.key) ?? null;
}

export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey;
}

/** Types of input whose letters mean nothing: a key pressed there may mean an action. */
const letterless = new Set(["button", "checkbox", "radio", "range", "file", "color", "submit"]);

/** Whether letters pressed there are meant for it: text fields, and lists that jump to a letter. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !letterless.has(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}
