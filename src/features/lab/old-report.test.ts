/**
 * Opens a report of an earlier version: its logs separate planning from reading and record
 * confidence.
 */
import "fake-indexeddb/auto";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { analyse } from "../../evaluation/analysis/analyse.ts";
import type { LabResult } from "../../evaluation/types.ts";
import { openDatabase } from "../../storage/database.ts";
import { databaseLab } from "../../storage/lab.ts";
import { importBatch } from "./report-files.ts";

const file = "e2e/screens/factbook.lab.json.gz";

it("of 192 recorded runs has its stages told apart", { timeout: 60_000 }, async () => {
  const opened = openDatabase("old-report");
  const storage = databaseLab(() => opened);
  const id = await importBatch(storage, new Blob([await readFile(file)]), () => "new");
  const results: LabResult[] = [];
  for await (const some of storage.results(id)) results.push(...some);
  expect(results).toHaveLength(192);
  expect(results.every(({ rolesApart }) => rolesApart === true)).toBe(true);
  for (const { outcome, sure } of results) {
    if (outcome === "answered") expect(sure).toEqual(expect.any(Number));
    else expect(sure).toBeNull();
  }
  const sum = (configuration: string, stage: "plan" | "solve") =>
    results
      .filter((one) => one.configuration === configuration)
      .reduce((tokens, { byStage }) => tokens + (byStage[stage].largeTokens ?? 0), 0);
  // With a large reader half of what was billed to solving was planning: 1,004 tokens a question.
  const [planned, read] = [sum("SLS", "plan") / 24, sum("SLS", "solve") / 24];
  expect([Math.round(planned), Math.round(read)]).toEqual([516, 488]);
  for (const { total, byStage } of results) {
    const { plan, solve, summarise } = byStage;
    expect(plan.calls + solve.calls + summarise.calls).toBe(total.calls);
    expect((plan.tokens ?? 0) + (solve.tokens ?? 0) + (summarise.tokens ?? 0)).toBe(total.tokens);
  }
  const batch = await storage.batch(id);
  if (batch === null) throw new Error("no batch");
  const { roi } = analyse(batch.batch, results, { metric: "coverEm", cost: "usd" });
  // There the large model also did part of the planning, so no return of reading alone can be
  // given.
  expect(roi.map(({ stage, mixed }) => [stage, mixed])).toEqual([
    ["plan", false],
    ["solve", true],
    ["summarise", false],
  ]);
});
