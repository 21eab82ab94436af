/** Keyed by origin, so that no key is sent to another address. */
import * as z from "zod/mini";
import { type BoundKey, originOf } from "../models/bound-key.ts";

/** Kept in memory until the page closes. */
export type KeysByOrigin = Readonly<Record<string, string>>;

const none: KeysByOrigin = {};

/** Null if none was entered for its origin. */
export function keyFor(keys: KeysByOrigin | undefined, address: string): BoundKey | null {
  const origin = originOf(address);
  const secret = keys !== undefined && Object.hasOwn(keys, origin) ? keys[origin] : undefined;
  return secret === undefined || origin === "" ? null : { origin, secret };
}

/** "" removes the key. Without an origin nothing is stored. */
export function withKey(
  keys: KeysByOrigin | undefined,
  address: string,
  secret: string,
): KeysByOrigin {
  const origin = originOf(address);
  const { [origin]: _before, ...others } = keys ?? none;
  return secret === "" || origin === "" ? others : { ...others, [origin]: secret };
}

/**
 * The page warns that the last key entered is unused. `elsewhere` is an address with its own key.
 */
export function originOfUnusedKey(
  keys: KeysByOrigin | undefined,
  address: string,
  elsewhere = "",
): string | null {
  if (keyFor(keys, address) !== null) return null;
  const used = originOf(elsewhere);
  return (
    Object.keys(keys ?? none)
      .filter((origin) => origin !== used)
      .at(-1) ?? null
  );
}

export function onlyFor(keys: KeysByOrigin | undefined, address: string): KeysByOrigin {
  const key = keyFor(keys, address);
  return key === null ? none : { [key.origin]: key.secret };
}

const byOrigin = z.record(z.string(), z.string());

/** Earlier versions stored no origin: a key then belongs to the stored address. */
export function readKeys(stored: unknown, address: string): KeysByOrigin {
  if (typeof stored === "string") return withKey(none, address, stored);
  const read = byOrigin.safeParse(stored);
  return read.success ? read.data : none;
}
