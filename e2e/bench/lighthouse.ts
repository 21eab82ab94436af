/**
 * `npm run bench -- lighthouse`: Lighthouse's scores of the built page, on an emulated phone (four
 * times slower, slow 4G) and on a desktop. Build first; the scores are those of a quiet machine.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import * as z from "zod/mini";
import { isBuilt, launchOptions, serveBuild } from "./browser.ts";
import { type Row, rowsTable } from "./table.ts";

/** Fetched by npx, as only this study needs it: it installs 186 MB. */
const lighthouse = "lighthouse@12.8.2";
const aim = 0.95;

const report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), displayValue: z.optional(z.string()) }),
  ),
});
const figures = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];

async function scoresOf(url: string, form: "phone" | "desktop"): Promise<Row[]> {
  const { executablePath = chromium.executablePath() } = launchOptions({ webgpu: false });
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      lighthouse,
      url,
      "--quiet",
      "--output=json",
      "--only-categories=performance,accessibility",
      "--chrome-flags=--headless=new --no-sandbox",
      ...(form === "desktop" ? ["--preset=desktop"] : []),
    ],
    { maxBuffer: 2 ** 26, env: { ...process.env, CHROME_PATH: executablePath } },
  );
  const { categories, audits } = report.parse(JSON.parse(stdout));
  const measured = figures.flatMap((id) => audits[id]?.displayValue ?? []).join(", ");
  return Object.entries(categories).map(([id, { title, score }]) => ({
    what: `${title}, ${form}`,
    aim: `≥ ${100 * aim}`,
    measured:
      score === null
        ? "—"
        : `${Math.round(100 * score)}${id === "performance" ? ` (first paint, largest paint, blocked: ${measured})` : ""}`,
    met: score === null ? null : score >= aim,
  }));
}

if (!isBuilt()) throw new Error("There is no build yet: npm run build");
const { url, close } = await serveBuild();
try {
  console.log(rowsTable([...(await scoresOf(url, "phone")), ...(await scoresOf(url, "desktop"))]));
} finally {
  await close();
}
