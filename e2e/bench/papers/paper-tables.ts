import * as z from "zod/mini";

const column = z.object({
  /** Several columns share it; "" for none. */
  group: z.string(),
  title: z.string(),
  /** A part of the set's name; null for all sets. */
  set: z.nullable(z.string()),
  measure: z.string(),
});
export type PrintedColumn = z.infer<typeof column>;

const row = z.object({
  title: z.string(),
  /** The matching setup in the lab; null if none. */
  configuration: z.nullable(z.string()),
  /** Setups that match in other comparisons. */
  also: z.optional(z.array(z.string())),
  /** Used by RA-ISF's Table 7. */
  exit: z.optional(z.string()),
  /** Used by SlimPLM's Table 4. */
  component: z.optional(z.enum(["chat", "proxy", "rewrite", "judge", "total"])),
  /** One per column; null if not printed. */
  cells: z.array(z.nullable(z.number())),
});
export type PrintedRow = z.infer<typeof row>;

const table = z.object({
  id: z.string(),
  title: z.string(),
  comparisons: z.array(z.string()),
  columns: z.array(column),
  rows: z.array(row),
  /** The method's baselines have no rows. */
  alone: z.optional(z.boolean()),
  differs: z.array(z.string()),
  misprints: z.array(z.string()),
});
export type PrintedTable = z.infer<typeof table>;

const paper = z.object({ tables: z.array(table) });

/** Throws if the file, which is ours, has another form. */
export function readPrintedTables(json: unknown): PrintedTable[] {
  return paper.parse(json).tables;
}
