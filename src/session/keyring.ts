/** Keys stored by the origin they were entered for, so that none is sent to another address. */
import * as z from "zod/mini";
import { type BoundKey, originOf } from "../models/bound-key.ts";

/**
 * Secrets by origin, for the models of either tier or for one search service. In memory until the
 * page closes.
 */
export type KeysByOrigin = Readonly<Record<string, string>>;

const none: KeysByOrigin = {};

/** The key for this address; null if none was entered for its origin. */
export function keyFor(keys: KeysByOrigin | undefined, address: string): BoundKey | null {
  const origin = originOf(address);
  const secret = keys !== undefined && Object.hasOwn(keys, origin) ? keys[origin] : undefined;
  return secret === undefined || origin === "" ? null : { origin, secret };
}

/** Sets the key for the address's origin; "" removes it. Without an origin nothing is stored. */
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
 * The origin of the last entered key if this address has none, so the user can be warned that the
 * key is unused. `elsewhere` is an address that uses its own key, such as the other tier's.
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

/** Only this address's key: the part that is stored when the user wants it remembered. */
export function onlyFor(keys: KeysByOrigin | undefined, address: string): KeysByOrigin {
  const key = keyFor(keys, address);
  return key === null ? none : { [key.origin]: key.secret };
}

const byOrigin = z.record(z.string(), z.string());

/**
 * A stored key with its origin. Earlier versions stored no origin; the key then belongs to the
 * address stored beside it.
 */
export function readKeys(stored: unknown, address: string): KeysByOrigin {
  if (typeof stored === "string") return withKey(none, address, stored);
  const read = byOrigin.safeParse(stored);
  return read.success ? read.data : none;
}
