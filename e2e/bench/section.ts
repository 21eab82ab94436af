/** One part of the benchmark: a name for `--only`, and what it puts into the table. */
import type { Row } from "./table.ts";

export interface BenchOptions {
  /** Threads of the models, in the page and in Node. */
  threads: number;
  /** Timed rounds of what is compared; each round runs both sides, in turns. */
  rounds: number;
  webgpu: boolean;
  /** A folder in `models/`, of a small model to time beside the page's. */
  small?: string | undefined;
}

export interface Section {
  name: string;
  /** Loads the built page, so `npm run build` must have run. */
  needsBuild: boolean;
  run(options: BenchOptions): Promise<Row[]>;
}

/** For people who wait: what is being measured now. */
export function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}
