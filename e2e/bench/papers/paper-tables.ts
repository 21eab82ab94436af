/** The printed figures of a method's paper, as its `paper.json` has them. */
import * as z from "zod/mini";

const column = z.object({
  /** The model, or what else several columns have in common; "" for none. */
  group: z.string(),
  title: z.string(),
  /** What the name of a question set holds that the column is of; null: of all of them. */
  set: z.nullable(z.string()),
  /** What is printed, as the lab measures it: a metric, or what `printed-figures.ts` knows besides. */
  measure: z.string(),
});
export type PrintedColumn = z.infer<typeof column>;

const row = z.object({
  title: z.string(),
  /** The configuration of the lab that the row is; null where it has none. */
  configuration: z.nullable(z.string()),
  /** Others that are the same row in another comparison. */
  also: z.optional(z.array(z.string())),
  /** The exit that the row is of, of the method's own configuration (RA-ISF's Table 7). */
  exit: z.optional(z.string()),
  /** Whose tokens the row counts, of the method's own configuration (SlimPLM's Table 4). */
  component: z.optional(z.enum(["chat", "proxy", "rewrite", "judge", "total"])),
  /** As printed, a column each; null where nothing is. */
  cells: z.array(z.nullable(z.number())),
});
export type PrintedRow = z.infer<typeof row>;

const table = z.object({
  id: z.string(),
  title: z.string(),
  /** The comparisons that it belongs to. */
  comparisons: z.array(z.string()),
  columns: z.array(column),
  rows: z.array(row),
  /** It is of the method alone: what it was compared with has no row of its own here. */
  alone: z.optional(z.boolean()),
  /** What the set-up here has otherwise. */
  differs: z.array(z.string()),
  /** Where print contradicts itself. */
  misprints: z.array(z.string()),
});
export type PrintedTable = z.infer<typeof table>;

const paper = z.object({ tables: z.array(table) });

/** Throws where the file is not of that form: it is ours. */
export function readPrintedTables(json: unknown): PrintedTable[] {
  return paper.parse(json).tables;
}
