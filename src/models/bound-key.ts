/** A key together with the one origin that it is for: it comes out for an address of that origin only. */

import { placeOf } from "../log/destination.ts";

export interface BoundKey {
  /** "https://api.openai.com": scheme, host and port. */
  readonly origin: string;
  readonly secret: string;
}

/** "https://api.openai.com"; "" for what is no URL, and for one without an origin of its own. */
export function originOf(address: string): string {
  const { origin } = URL.canParse(address.trim()) ? new URL(address.trim()) : { origin: "" };
  // So the origins of file: and data: addresses are written.
  return origin === "null" ? "" : origin;
}

/** Whether a server at this address is on this very machine; a browser reads 0x7f.1 as 127.0.0.1, too. */
export function isLoopback(address: string): boolean {
  return placeOf(originOf(address)) === "machine";
}

/** The secret for a request to `address`; "" where the key is another origin's. */
export function secretFor(key: BoundKey | null, address: string): string {
  return key !== null && key.origin !== "" && key.origin === originOf(address) ? key.secret : "";
}
