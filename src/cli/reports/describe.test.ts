import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { shippedReports } from "../../evaluation/shipped/shipped-report.ts";
import { describeReports } from "./describe.ts";

const folder = "public/examples";

it("the list of the page's reports is what they say", { timeout: 60_000 }, async () => {
  const kept = await readFile(`${folder}/reports.json`, "utf8");
  expect(shippedReports.parse(JSON.parse(kept))).toEqual(JSON.parse(kept));
  expect(await describeReports(folder)).toBe(kept);
});
