/** Where what is sent to a destination ends up, as far as its address tells. */

/**
 * `tab`: nothing leaves the page (or, on the command line, the process). `machine`: a server at a
 * loopback address; what that passes on nobody here knows. `elsewhere`: another machine.
 */
export type Place = "tab" | "machine" | "elsewhere";

/** Of a model's or a search tool's `destination`: "device", or an origin. */
export function placeOf(destination: string): Place {
  if (destination === "device") return "tab";
  return loopback.test(destination) ? "machine" : "elsewhere";
}

/** An origin of this very machine: localhost (RFC 6761), 127/8 (RFC 1122) and ::1. */
const loopback = /^https?:\/\/(?:(?:[^/?#@:]+\.)?localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/u;

/**
 * Bytes that left the tab, and those of them that left the machine, too: `byDestination` as the
 * ledger has it.
 */
export function bytesLeft(byDestination: ReadonlyMap<string, number>): {
  tab: number;
  machine: number;
} {
  const left = { tab: 0, machine: 0 };
  for (const [destination, bytes] of byDestination) {
    const place = placeOf(destination);
    if (place !== "tab") left.tab += bytes;
    if (place === "elsewhere") left.machine += bytes;
  }
  return left;
}
