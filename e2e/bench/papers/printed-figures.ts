import { asItIs } from "../../../src/evaluation/analysis/variant-ids.ts";
import { wilson } from "../../../src/evaluation/statistics/wilson.ts";
import {
  type ConfigurationSummary,
  type Interval,
  type LabBatch,
  type MetricId,
  metricIds,
  type WrittenPart,
} from "../../../src/evaluation/types.ts";
import homoRouter from "../../../src/methods/homo-router/paper.json";
import raIsf from "../../../src/methods/ra-isf/paper.json";
import slimPlm from "../../../src/methods/slim-plm/paper.json";
import {
  type PrintedColumn,
  type PrintedRow,
  type PrintedTable,
  readPrintedTables,
} from "./paper-tables.ts";

/** Comparisons across methods name it themselves. */
export function methodOf({ comparison, configurations }: LabBatch): string | null {
  return comparison?.method ?? configurations[0]?.settings.method ?? null;
}

/** CoopLLM's tables have their own form: `coop-llm-tables.ts`. */
const papers: Readonly<Record<string, unknown>> = {
  "homo-router": homoRouter,
  "ra-isf": raIsf,
  "slim-plm": slimPlm,
};

export function printedTables(method: string): PrintedTable[] {
  const paper = papers[method];
  return paper === undefined ? [] : readPrintedTables(paper);
}

export function tablesBeside(batch: LabBatch): PrintedTable[] {
  const id = methodOf(batch);
  // Single setups and earlier versions' batches are the method as it is.
  const kind = batch.comparison?.kind ?? "eight";
  return id === null
    ? []
    : printedTables(id).filter(({ comparisons }) => comparisons.includes(kind));
}

/** Returns all columns if the paper does not use the batch's set. */
export function columnsOf(
  { columns }: PrintedTable,
  { set }: Pick<LabBatch, "set">,
): { columns: PrintedColumn[]; isOfPaper: boolean } {
  const name = set.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
  const own = columns.filter((column) => column.set === null || isSet(name, column.set));
  return own.some((column) => column.set !== null)
    ? { columns: own, isOfPaper: true }
    : { columns: [...columns], isOfPaper: false };
}

/** “nq-open” is NQ, but not every name with these letters is. */
function isSet(name: string, wanted: string): boolean {
  return wanted.length <= 2 ? name.startsWith(wanted) : name.includes(wanted);
}

/** Shares in [0, 1], with a 95 % interval. */
export interface OwnFigure {
  value: number;
  low: number | null;
  high: number | null;
  n: number;
}

/** Null if not measured. */
export function ownFigure(
  summaries: readonly ConfigurationSummary[],
  row: PrintedRow,
  { measure }: Pick<PrintedColumn, "measure">,
  method: string,
): OwnFigure | null {
  const summary = summaryOf(summaries, row, method);
  if (summary === null || summary.n === 0) return null;
  if (row.exit !== undefined) return exitFigure(summary, row.exit, measure);
  if (isMetric(measure)) return fromInterval(summary.metrics[measure]);
  switch (measure) {
    case "largeCalls":
      return fromInterval(summary.costs.largeCalls);
    case "searches":
      return fromInterval(summary.searches);
    case "steps":
      return fromInterval(summary.steps);
    case "written":
      return row.component === undefined ? null : writtenFigure(summary, row.component);
    default:
      return null;
  }
}

function fromInterval(interval: Interval | null): OwnFigure | null {
  if (interval === null) return null;
  const { mean, low, high, n } = interval;
  return { value: mean, low, high, n };
}

function isMetric(measure: string): measure is MetricId {
  return metricIds.some((id) => id === measure);
}

/** A row without a configuration is the method as it is. */
function summaryOf(
  summaries: readonly ConfigurationSummary[],
  { configuration, also = [], exit, component }: PrintedRow,
  method: string,
): ConfigurationSummary | null {
  const ofMethod = exit !== undefined || component !== undefined;
  const names = ofMethod ? [asItIs, method] : [configuration, ...also];
  const named = names.flatMap((name) => summaries.find(({ id }) => id === name) ?? []);
  const [first] = summaries;
  return named[0] ?? (ofMethod && summaries.length === 1 ? (first ?? null) : null);
}

function exitFigure(
  { routes, n, failed }: ConfigurationSummary,
  wanted: string,
  measure: string,
): OwnFigure | null {
  const answered = n - failed;
  const found = routes.find(({ exit }) => exit === wanted);
  if (measure === "exitRight") return fromInterval(found?.right ?? null);
  if (routes.length === 0 || answered === 0) return null;
  return fromInterval(found?.share ?? wilson(0, answered));
}

const writtenBy: Readonly<Record<NonNullable<PrintedRow["component"]>, readonly WrittenPart[]>> = {
  chat: ["answer"],
  proxy: ["proxy"],
  rewrite: ["rewriting"],
  judge: ["judge"],
  total: ["proxy", "rewriting", "judge"],
};

function writtenFigure(
  { written, n, failed }: ConfigurationSummary,
  component: NonNullable<PrintedRow["component"]>,
): OwnFigure | null {
  const value = writtenBy[component].reduce<number | null>((sum, part) => {
    const own = written[part];
    return sum === null || own === null ? null : sum + own;
  }, 0);
  return value === null ? null : { value, low: null, high: null, n: n - failed };
}

/** The paper lacks these rows, such as our small models. */
export function unprinted(
  summaries: readonly ConfigurationSummary[],
  { rows, alone = false }: PrintedTable,
): ConfigurationSummary[] {
  if (alone) return [];
  const printed = new Set(rows.flatMap(({ configuration, also = [] }) => [configuration, ...also]));
  return summaries.filter(({ id }) => !printed.has(id));
}

const means: ReadonlySet<string> = new Set(["largeCalls", "searches", "steps", "written"]);

export function isMean(measure: string): boolean {
  return means.has(measure);
}

/** For example “EM, %” from “NQ, EM, %”. */
export function countedIn({ title, set }: PrintedColumn): string {
  return set === null ? title : title.slice(title.indexOf(", ") + 2);
}

export interface Beside {
  own: readonly PrintedColumn[];
  printed: readonly PrintedColumn[];
  isOfPaper: boolean;
  rows: readonly {
    title: string;
    /** Null if not measured. */
    own: readonly (OwnFigure | null)[];
    printed: readonly (number | null)[];
  }[];
}

export function besideOf(
  table: PrintedTable,
  summaries: readonly ConfigurationSummary[],
  batch: LabBatch,
): Beside {
  const { columns: printed, isOfPaper } = columnsOf(table, batch);
  const measures = new Map(printed.toReversed().map((column) => [column.measure, column]));
  const own = [...measures.values()].reverse();
  const places = printed.map((column) => table.columns.indexOf(column));
  const method = methodOf(batch) ?? "";
  const figures = (row: PrintedRow) =>
    own.map((column) => ownFigure(summaries, row, column, method));
  const ofPrint = table.rows.map((row) => ({
    title: row.title,
    own: figures(row),
    printed: places.map((place) => row.cells[place] ?? null),
  }));
  const ofBatch = unprinted(summaries, table).map(({ id, title }) => ({
    title,
    own: figures({ title, configuration: id, cells: [] }),
    printed: printed.map(() => null),
  }));
  return { own, printed, isOfPaper, rows: [...ofPrint, ...ofBatch] };
}
