/** One section of the benchmark: a name for `--only` and its table rows. */
import type { Row } from "./table.ts";

export interface BenchOptions {
  threads: number;
  /** Timed rounds; each runs both compared sides, alternating. */
  rounds: number;
  webgpu: boolean;
  small?: string | undefined;
}

export interface Section {
  name: string;
  /** Loads the built page, so `npm run build` must have run. */
  needsBuild: boolean;
  run(options: BenchOptions): Promise<Row[]>;
}

export function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}
