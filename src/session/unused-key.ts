import { type KeysByOrigin, keyFor } from "./keyring.ts";

/** The origin whose key was entered last, where this address's has none: what a person is told of. */
export function originOfUnusedKey(keys: KeysByOrigin | undefined, address: string): string | null {
  if (keyFor(keys, address) !== null) return null;
  return Object.keys(keys ?? {}).at(-1) ?? null;
}
