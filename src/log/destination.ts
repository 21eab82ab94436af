/** Classifies where sent data ends up, judging by the address. */

/**
 * `tab`: nothing leaves the page (or the process, on the command line). `machine`: a server at a
 * loopback address, which may forward it unseen. `elsewhere`: another machine.
 */
export type Place = "tab" | "machine" | "elsewhere";

/** `destination` is "device" or an origin. */
export function placeOf(destination: string): Place {
  if (destination === "device") return "tab";
  return loopback.test(destination) ? "machine" : "elsewhere";
}

/** Loopback origins: localhost (RFC 6761), 127/8 (RFC 1122) and ::1. */
const loopback = /^https?:\/\/(?:(?:[^/?#@:]+\.)?localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/u;

/**
 * Bytes that left the tab, and those that also left the machine; `byDestination` is from the
 * ledger.
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
