import { loadavg } from "node:os";
import { say } from "../../../src/cli/print.ts";

let failed = 0;

/** A failure does not stop later checks. */
export async function check(name: string, body: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  try {
    const detail = await body();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const load = loadavg()[0]?.toFixed(1);
    say(`ok    ${name} (${seconds} s, load ${load})`);
    if (typeof detail === "string") say(`      ${detail}`);
  } catch (thrown) {
    failed += 1;
    say(`FAIL  ${name}\n      ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

export function failures(): number {
  return failed;
}
