/** An API key is only released for addresses of its origin. */

import { placeOf } from "../log/destination.ts";

export interface BoundKey {
  readonly origin: string;
  readonly secret: string;
}

/** Empty if the address has no origin. */
export function originOf(address: string): string {
  const { origin } = URL.canParse(address.trim()) ? new URL(address.trim()) : { origin: "" };
  return origin === "null" ? "" : origin;
}

/** Browsers also read 0x7f.1 as 127.0.0.1. */
export function isLoopback(address: string): boolean {
  return placeOf(originOf(address)) === "machine";
}

/** "" if the key belongs to another origin. */
export function secretFor(key: BoundKey | null, address: string): string {
  return key !== null && key.origin !== "" && key.origin === originOf(address) ? key.secret : "";
}
