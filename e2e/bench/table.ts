import { markdownTable } from "../../src/cli/eval/markdown-table.ts";

export interface Row {
  what: string;
  aim: string;
  measured: string;
  /** Null without a target or a measurement. */
  met: boolean | null;
}

export function fact(what: string, measured: string): Row {
  return { what, aim: "—", measured, met: null };
}

export function rowsTable(rows: readonly Row[]): string {
  return markdownTable(
    ["what", "aim", "measured", "met"],
    rows.map(({ what, aim, measured, met }) => [
      what,
      aim,
      measured,
      met === null ? "" : met ? "yes" : "**no**",
    ]),
  );
}

/** NaN if empty. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** NaN if empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (low + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

export function figure(value: number): string {
  if (!Number.isFinite(value)) return "—";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

export function overhead(ratio: number): string {
  const more = 100 * (ratio - 1);
  return `${more >= 0 ? "+" : "−"}${Math.abs(more).toFixed(1)} %`;
}
