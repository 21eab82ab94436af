import type { LoadTime, Side, TimedCall } from "../harness/bench.ts";
import type { Call } from "./harness.ts";
import { progress } from "./section.ts";
import { figure } from "./table.ts";
import type { Workload } from "./workload.ts";

export type Other = Exclude<Side, "own">;

export interface Sides<T> {
  own: T[];
  other: T[];
}

type Place = keyof Sides<unknown>;

/** Alternates, so that neither side always gets the quiet half. */
function turns(rounds: number): Place[][] {
  return Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? ["own", "other"] : ["other", "own"],
  );
}

export async function loadTimes(
  call: Call,
  other: Other,
  { choice, loads }: Workload,
): Promise<Sides<LoadTime>> {
  const times: Sides<LoadTime> = { own: [], other: [] };
  for (const round of turns(loads)) {
    for (const place of round) {
      const side = place === "own" ? "own" : other;
      const time = await call("load", side, choice);
      times[place].push(time);
      progress(`${side} loaded in ${figure(time.seconds)} s`);
    }
  }
  return times;
}

export async function callTimes(
  call: Call,
  other: Other,
  { messages, decodeTokens, rounds }: Workload,
): Promise<Sides<TimedCall>> {
  const calls: Sides<TimedCall> = { own: [], other: [] };
  // The first prompt after loading is slower and is not counted.
  for (const side of ["own", other] as const) await call("generate", side, messages, 2);
  for (const round of turns(rounds)) {
    for (const place of round) {
      const side = place === "own" ? "own" : other;
      calls[place].push(await call("generate", side, messages, decodeTokens + 1));
    }
    const last = (place: Place) => figure((calls[place].at(-1)?.wallMs ?? 0) / 1000);
    progress(`own ${last("own")} s, ${other} ${last("other")} s`);
  }
  return calls;
}

export const prefillMs = (call: TimedCall) => call.firstTokenMs ?? Number.NaN;
export const decodeMs = (call: TimedCall) =>
  (call.totalMs - prefillMs(call)) / Math.max(1, call.generatedTokens - 1);

/** The ratio of the first side to the second, per round. */
export function pairedRatios(
  calls: readonly TimedCall[],
  beside: readonly TimedCall[],
  cost: (call: TimedCall) => number,
): number[] {
  return calls.flatMap((one, round) => {
    const other = beside[round];
    return other === undefined ? [] : [cost(one) / cost(other)];
  });
}
