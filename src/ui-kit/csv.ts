/** Cells that a spreadsheet would take for a formula stay text. */
import { csvOptions } from "../shared/csv.ts";

export interface Table {
  head: readonly string[];
  /** Null is unknown: an empty cell, not 0. */
  rows: readonly (readonly (string | number | null)[])[];
}

export async function csvText({ head, rows }: Table): Promise<string> {
  const { default: papa } = await import("papaparse");
  const data = rows.map((row) => [...row]);
  return papa.unparse({ fields: [...head], data }, csvOptions);
}
