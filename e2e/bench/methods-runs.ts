/** The file of `npm run bench:methods`: one line a method and question, only ever appended to. */
import { appendFile } from "node:fs/promises";
import * as z from "zod/mini";
import { foldTrace } from "../../src/folds/trace.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { type RunSettings, runSettings } from "../../src/log/types.ts";
import { sameSettings, soFar } from "./answered.ts";
import { scored } from "./scored.ts";

export const methodRun = z.extend(scored, {
  /** The question file, by its last two parts. */
  set: z.string(),
  method: z.string(),
  preset: z.string(),
  /** Of the preset, for tables. */
  title: z.string(),
  small: z.string(),
  settings: runSettings,
  outcome: z.enum(["answered", "failed"]),
  /** Why it failed. */
  error: z.nullable(z.string()),
  /** The whole log, where it was kept. */
  events: z.optional(z.array(z.unknown())),
});
export type MethodRun = z.infer<typeof methodRun>;

/** What a run is kept under. */
export type RunKey = Pick<MethodRun, "set" | "method" | "preset" | "id">;

function textOf({ set, method, preset, id }: RunKey): string {
  return JSON.stringify([set, method, preset, id]);
}

/** How it ended; null for a run that was stopped, which is no result. */
export function ending(events: readonly RunEvent[]): Pick<MethodRun, "outcome" | "error"> | null {
  const { outcome, error } = foldTrace(events);
  if (outcome === "stopped" || outcome === "running") return null;
  return { outcome, error: error?.code ?? null };
}

export class MethodRuns {
  readonly #path: string;
  readonly #runs = new Map<string, MethodRun>();

  private constructor(path: string, runs: readonly MethodRun[]) {
    this.#path = path;
    for (const run of runs) this.#runs.set(textOf(run), run);
  }

  static async open(path: string): Promise<MethodRuns> {
    return new MethodRuns(path, await soFar(path, methodRun));
  }

  get all(): readonly MethodRun[] {
    return [...this.#runs.values()];
  }

  /** Throws when that run was made with another model or other settings. */
  has(key: RunKey, made: { small: string; settings: RunSettings }): boolean {
    const run = this.#runs.get(textOf(key));
    if (run === undefined) return false;
    if (run.small !== made.small || !sameSettings(run.settings, made.settings)) {
      throw new Error(
        `${this.#path}: ${key.method} (${key.id}) was run with another model or other settings`,
      );
    }
    return true;
  }

  async add(run: MethodRun): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify(run)}\n`);
    this.#runs.set(textOf(run), run);
  }
}
