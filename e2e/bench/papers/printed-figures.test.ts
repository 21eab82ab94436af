import { describe, expect, it } from "vitest";
import { shareOf } from "../../../src/evaluation/analysis/course.ts";
import type {
  Configuration,
  ConfigurationSummary,
  LabBatch,
} from "../../../src/evaluation/types.ts";
import { metricIds } from "../../../src/evaluation/types.ts";
import {
  ablationVariants,
  methodVariants,
  rivalsOf,
  toolVariants,
} from "../../../src/evaluation/variants.ts";
import { methods } from "../../../src/methods/index.ts";
import { raIsf } from "../../../src/methods/ra-isf/index.ts";
import { raIsfSettings } from "../../../src/methods/ra-isf/presets.ts";
import { slimPlm } from "../../../src/methods/slim-plm/index.ts";
import { slimPlmSettings } from "../../../src/methods/slim-plm/presets.ts";
import { columnsOf, ownFigure, printedTables, tablesBeside, unprinted } from "./printed-figures.ts";

const batch = (
  comparison: LabBatch["comparison"],
  configurations: readonly Configuration[] = [],
  set = "nq",
): LabBatch => ({
  id: "b",
  title: "b",
  createdEpochMs: 0,
  set,
  questionCount: 10,
  library: "shared",
  configurations: [...configurations],
  ...(comparison === undefined ? {} : { comparison }),
  models: { small: "small", large: null },
  largePrice: null,
  budgetUsd: null,
  seed: 0,
});

const titles = (one: LabBatch) => tablesBeside(one).map(({ id }) => id);

describe("the table beside a batch", () => {
  it("is the one of its own method and of what it compares, and never another paper's", () => {
    expect(titles(batch({ kind: "methods", method: "slim-plm" }))).toEqual(["table-1", "table-4"]);
    expect(titles(batch({ kind: "ablations", method: "ra-isf" }))).toContain("table-2");
    expect(titles(batch({ kind: "tools", method: "homo-router" }))).toEqual(["table-1"]);
    expect(titles(batch({ kind: "tools", method: "slim-plm" }))).toEqual([]);
    expect(titles(batch({ kind: "methods", method: "vanilla" }))).toEqual([]);
    expect(titles(batch(undefined))).toEqual([]);
  });

  it("has the columns of the batch's question set, or all where print has none", () => {
    const [table] = tablesBeside(batch({ kind: "methods", method: "ra-isf" }));
    if (table === undefined) throw new Error("RA-ISF has a Table 1");
    const titled = (set: string) => columnsOf(table, { set }).columns.map(({ title }) => title);
    expect(titled("nq-open")).toEqual(["NQ, EM, %", "NQ, EM, %"]);
    expect(titled("2WikiMultihopQA/dev")).toEqual(["2Wiki, EM, %", "2Wiki, EM, %"]);
    expect(columnsOf(table, { set: "own" })).toMatchObject({ isOfPaper: false });
    expect(titled("own")).toHaveLength(10);
  });
});

describe("a printed table", () => {
  const known = new Set([
    ...metricIds,
    "largeCalls",
    "searches",
    "steps",
    "written",
    "exitShare",
    "exitRight",
  ]);

  it("has a cell for every column, and measures that the lab has", () => {
    for (const method of methods.all) {
      for (const table of printedTables(method.id)) {
        const name = `${method.id} ${table.id}`;
        for (const row of table.rows) expect(row.cells, name).toHaveLength(table.columns.length);
        for (const { measure } of table.columns) expect(known, name).toContain(measure);
        expect(table.differs.length, name).toBeGreaterThan(0);
      }
    }
  });

  it("names configurations that the comparison makes", () => {
    const made: Record<string, readonly Configuration[]> = {
      "slim-plm table-1": methodVariants(slimPlmSettings, rivalsOf(slimPlm)),
      "slim-plm table-2": ablationVariants(slimPlmSettings, slimPlm),
      "ra-isf table-1": methodVariants(raIsfSettings, rivalsOf(raIsf)),
      "ra-isf table-2": ablationVariants(raIsfSettings, raIsf),
      "homo-router table-1": toolVariants(raIsfSettings, [], true),
    };
    for (const method of methods.all) {
      for (const { id, rows } of printedTables(method.id)) {
        const configurations = made[`${method.id} ${id}`];
        if (configurations === undefined) continue;
        const ids = configurations.map((one) => one.id);
        for (const { configuration } of rows) {
          if (configuration !== null) expect(ids, `${method.id} ${id}`).toContain(configuration);
        }
      }
    }
  });

  it("prints what the papers print", () => {
    const cell = (method: string, table: string, row: string, column: number) => {
      const tables = printedTables(method);
      const found = tables.find(({ id }) => id === table)?.rows.find(({ title }) => title === row);
      return found?.cells[column];
    };
    expect(cell("slim-plm", "table-1", "SlimPLM", 3)).toBe(47.43);
    expect(cell("slim-plm", "table-2", "w/o QR", 6)).toBe(11.5);
    expect(cell("ra-isf", "table-1", "RA-ISF", 0)).toBe(40.2);
    expect(cell("ra-isf", "table-2", "No PRM", 2)).toBe(34.7);
    // 2,018 right are 65.8 % of 7,830 (fidelity: 39.2 %).
    expect(cell("ra-isf", "table-7", "Self-knowledge", 1)).toBe(39.2);
    expect(cell("homo-router", "table-1", "HomoRouter", 4)).toBe(68.19);
  });
});

describe("the batch's own figure", () => {
  const summary = (
    id: string,
    changes: Partial<ConfigurationSummary> = {},
  ): ConfigurationSummary => {
    const share = { mean: 0.4, low: 0.3, high: 0.5, n: 10 };
    const metrics = Object.fromEntries(metricIds.map((metric) => [metric, share]));
    return {
      id,
      title: id,
      n: 10,
      failed: 0,
      metrics,
      costs: { largeCalls: { mean: 2, low: 1, high: 3, n: 10 } },
      routes: [
        { exit: "passages", share: shareOf(4, 10), right: shareOf(2, 4) },
        { exit: "memory", share: shareOf(6, 10), right: shareOf(0, 6) },
      ],
      searches: { mean: 3, low: 2, high: 4, n: 10 },
      steps: { mean: 5, low: 4, high: 6, n: 10 },
      written: { answer: 40, proxy: 5, rewriting: 12, judge: 0, others: null },
      ...changes,
    } as unknown as ConfigurationSummary;
  };
  const row = { title: "x", configuration: "vanilla", cells: [] };
  const exits = { title: "x", configuration: null, exit: "passages", cells: [] };

  it("is of the row's configuration, and unknown where that was not run", () => {
    const all = [summary("vanilla"), summary("ra-isf")];
    expect(ownFigure(all, row, { measure: "em" }, "ra-isf")).toEqual({
      value: 0.4,
      low: 0.3,
      high: 0.5,
      n: 10,
    });
    expect(
      ownFigure(all, { ...row, configuration: "ircot" }, { measure: "em" }, "ra-isf"),
    ).toBeNull();
    expect(ownFigure(all, { ...row, configuration: null }, { measure: "em" }, "ra-isf")).toBeNull();
    expect(ownFigure([summary("vanilla", { n: 0 })], row, { measure: "em" }, "ra-isf")).toBeNull();
    expect(ownFigure(all, row, { measure: "largeCalls" }, "ra-isf")).toMatchObject({ value: 2 });
  });

  it("is a mean a question of searches, steps, and tokens by component", () => {
    const all = [summary("ra-isf")];
    const own = { ...row, configuration: "ra-isf" };
    expect(ownFigure(all, own, { measure: "searches" }, "ra-isf")).toMatchObject({ value: 3 });
    expect(ownFigure(all, own, { measure: "steps" }, "ra-isf")).toMatchObject({ value: 5, low: 4 });
    const of = (component: "chat" | "rewrite" | "total") =>
      ownFigure(all, { ...row, component }, { measure: "written" }, "ra-isf");
    expect([of("chat")?.value, of("rewrite")?.value, of("total")?.value]).toEqual([40, 12, 17]);
  });

  it("is of the method itself where the row is an exit", () => {
    const all = [summary("vanilla", { routes: [] }), summary("ra-isf")];
    expect(ownFigure(all, exits, { measure: "exitShare" }, "ra-isf")).toMatchObject({
      value: 0.4,
      n: 10,
    });
    expect(ownFigure(all, exits, { measure: "exitRight" }, "ra-isf")).toMatchObject({
      value: 0.5,
      n: 4,
    });
    const never = { ...exits, exit: "decomposition" };
    expect(ownFigure(all, never, { measure: "exitShare" }, "ra-isf")).toMatchObject({ value: 0 });
    expect(ownFigure(all, never, { measure: "exitRight" }, "ra-isf")).toBeNull();
  });

  it("stands in a row of its own where print has none", () => {
    const [table] = tablesBeside(batch({ kind: "ablations", method: "slim-plm" }));
    if (table === undefined) throw new Error("SlimPLM has a Table 2");
    const all = [summary("as-it-is"), summary("without-rerank")];
    expect(unprinted(all, table).map(({ id }) => id)).toEqual(["without-rerank"]);
  });
});
