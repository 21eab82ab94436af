import "fake-indexeddb/auto";
import "./parts-of-the-page.ts";
import { patchIndexedDb } from "./idb-faults.ts";
import type { FaultPlan } from "./plan.ts";
import type { Lab } from "./trial.ts";
import { VirtualTime } from "./virtual-time.ts";

let isPatched = false;
let plan: FaultPlan | null = null;

export async function inLab<T>(seed: number, work: (lab: Lab) => Promise<T>): Promise<T> {
  const heard: string[] = [];
  const hear = (what: string) => (thrown: unknown) => {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    heard.push(`${what}: ${text.split("\n").slice(0, 4).join(" ").slice(0, 400)}`);
  };
  const unhandled = hear("unhandled rejection");
  const uncaught = hear("uncaught exception");
  const time = new VirtualTime(uncaught);
  const { fetch } = globalThis;
  if (!isPatched) patchIndexedDb(() => plan);
  isPatched = true;
  process.on("unhandledRejection", unhandled);
  process.on("uncaughtException", uncaught);
  time.install();
  try {
    const setPlan = (next: FaultPlan | null) => {
      plan = next;
    };
    const strays = { take: () => heard.splice(0) };
    return await work({ time, strays, setPlan, seed });
  } finally {
    time.uninstall();
    globalThis.fetch = fetch;
    plan = null;
    process.off("unhandledRejection", unhandled);
    process.off("uncaughtException", uncaught);
  }
}
