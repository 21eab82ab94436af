/** `paper.json`. */
import * as z from "zod/mini";

const column = z.object({
  /** Shared by several columns; "" for none. */
  group: z.string(),
  title: z.string(),
  /** Part of the set's name; null for all. */
  set: z.nullable(z.string()),
  measure: z.string(),
});
export type PrintedColumn = z.infer<typeof column>;

const row = z.object({
  title: z.string(),
  /** In the lab; null if none. */
  configuration: z.nullable(z.string()),
  /** In other comparisons. */
  also: z.optional(z.array(z.string())),
  /** RA-ISF's Table 7. */
  exit: z.optional(z.string()),
  /** SlimPLM's Table 4. */
  component: z.optional(z.enum(["chat", "proxy", "rewrite", "judge", "total"])),
  /** Null if not printed. */
  cells: z.array(z.nullable(z.number())),
});
export type PrintedRow = z.infer<typeof row>;

const table = z.object({
  id: z.string(),
  title: z.string(),
  comparisons: z.array(z.string()),
  columns: z.array(column),
  rows: z.array(row),
  /** Its baselines have no rows. */
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
