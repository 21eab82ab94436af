/** `fetch` is real; waits are only recorded. */
import type { Sleep } from "../../models/openai-compatible/waiting.ts";
import { sleep } from "../../models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../../retrieval/search-services/cache.ts";
import type { ToolServices } from "../../retrieval/search-services/exchange.ts";

const timeoutMs = 10_000;

export interface TestServices extends ToolServices {
  waits: number[];
  /** Replaces the default of ten seconds. */
  timeoutTakesMs: number;
  setEpochMs(value: number): void;
}

export function testServices(changes: Partial<ToolServices> = {}): TestServices {
  const waits: number[] = [];
  let epochMs = 1_700_000_000_000;
  const noted: Sleep = (milliseconds, signal) => {
    if (milliseconds === timeoutMs) return sleep(services.timeoutTakesMs, signal);
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const services: TestServices = {
    fetch,
    // The gap between requests is kept without waiting.
    clock: { nowMs: tick(), epochMs: () => epochMs },
    sleep: noted,
    cache: memoryToolCache(),
    waits,
    timeoutTakesMs: timeoutMs,
    setEpochMs: (value) => {
      epochMs = value;
    },
    ...changes,
  };
  return services;
}

function tick(): () => number {
  let now = 0;
  return () => {
    now += 2000;
    return now;
  };
}
