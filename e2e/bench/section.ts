import type { Row } from "./table.ts";

export interface BenchOptions {
  threads: number;
  rounds: number;
  webgpu: boolean;
  small?: string | undefined;
}

export interface Section {
  name: string;
  /** True if `npm run build` must have run. */
  needsBuild: boolean;
  run(options: BenchOptions): Promise<Row[]>;
}

export function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}
