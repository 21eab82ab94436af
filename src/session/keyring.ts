/** Keys by the origin that they were entered for, so that none can be asked for with another's address. */
import * as z from "zod/mini";
import { type BoundKey, originOf } from "../models/bound-key.ts";

/** Of the models at either tier, or of one search service: secrets by origin. In memory for as long as the page. */
export type KeysByOrigin = Readonly<Record<string, string>>;

const none: KeysByOrigin = {};

/** The key for this address; null where none was entered for its origin. */
export function keyFor(keys: KeysByOrigin | undefined, address: string): BoundKey | null {
  const origin = originOf(address);
  const secret = keys !== undefined && Object.hasOwn(keys, origin) ? keys[origin] : undefined;
  return secret === undefined || origin === "" ? null : { origin, secret };
}

/** With this key for the address's origin; "" takes it out. Without an origin there is nothing to keep it for. */
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
 * The origin whose key was entered last, if this address has none: the person is told that it is
 * unused. `elsewhere` is an address that uses its own, such as the other tier's.
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

/** Only the key of this address: what is stored when a person wants it remembered. */
export function onlyFor(keys: KeysByOrigin | undefined, address: string): KeysByOrigin {
  const key = keyFor(keys, address);
  return key === null ? none : { [key.origin]: key.secret };
}

const byOrigin = z.record(z.string(), z.string());

/**
 * A stored key with its origin. One that was stored without, by an earlier version, was for the
 * address that was stored beside it.
 */
export function readKeys(stored: unknown, address: string): KeysByOrigin {
  if (typeof stored === "string") return withKey(none, address, stored);
  const read = byOrigin.safeParse(stored);
  return read.success ? read.data : none;
}
