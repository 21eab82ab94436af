/** Reads a method's printed figures from its `paper.json`. */
import * as z from "zod/mini";

const column = z.object({
  /** The model or another feature that several columns share; "" for none. */
  group: z.string(),
  title: z.string(),
  /** Substring of the name of the column's question set; null for all sets. */
  set: z.nullable(z.string()),
  measure: z.string(),
});
export type PrintedColumn = z.infer<typeof column>;

const row = z.object({
  title: z.string(),
  /** The matching lab configuration; null if none. */
  configuration: z.nullable(z.string()),
  /** Configurations that match the row in other comparisons. */
  also: z.optional(z.array(z.string())),
  /** The exit of the method's own configuration that the row describes (RA-ISF's Table 7). */
  exit: z.optional(z.string()),
  /** The component whose tokens the row counts (SlimPLM's Table 4). */
  component: z.optional(z.enum(["chat", "proxy", "rewrite", "judge", "total"])),
  /** Printed figures, one per column; null if not printed. */
  cells: z.array(z.nullable(z.number())),
});
export type PrintedRow = z.infer<typeof row>;

const table = z.object({
  id: z.string(),
  title: z.string(),
  /** Ids of the lab comparisons the table belongs to. */
  comparisons: z.array(z.string()),
  columns: z.array(column),
  rows: z.array(row),
  /** Only the method itself: its baselines have no rows here. */
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
