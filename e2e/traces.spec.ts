/** A report's traces, as a file and sent to a collector across origins: `HOPWISE_COLLECTOR` names a real one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { readPipeline } from "../src/evaluation/pipelines/read/read-pipeline.ts";
import { labBatchText as words } from "../src/features/lab/text/lab-batch.ts";
import { test } from "./guard.ts";
import { expectAccessible, textOf } from "./journey.ts";

const real = process.env["HOPWISE_COLLECTOR"];

/** Answers as a collector that allows the page does. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    let body = "";
    request.on("data", (part: unknown) => {
      body += String(part);
    });
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => server.close();
  return { address: real ?? `http://127.0.0.1:${port}/v1/traces`, bodies, close };
}

test("a report goes out as traces, into a file and to a collector, and says what left", async ({
  page,
}) => {
  const { address, bodies, close } = await collector();
  await page.goto("/#lab");
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeVisible();
  await page
    .locator('input[type="file"][aria-label="Open a report or runs"]')
    .setInputFiles("public/examples/hotpotqa-dose.lab.json.gz");
  await page.waitForURL(/#lab\/./u);
  await page.getByText(words.exportTitle, { exact: true }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: words.exports.traces.label, exact: true }).click();
  const { runs, bad } = await readPipeline(await textOf(await downloading));
  expect([runs.stages, runs.runs.length, bad]).toEqual([["plan", "read", "conclude"], 256, []]);

  await page.getByRole("textbox", { name: words.send.address }).fill(address);
  await page.getByRole("button", { name: words.send.button(new URL(address).host) }).click();
  await expect(page.getByText(/^256 traces sent to /u)).toBeVisible({ timeout: 60_000 });
  if (real === undefined) {
    const received = await readPipeline(bodies.join("\n"));
    expect(received.runs.runs).toEqual(runs.runs);
    expect(bodies.length).toBeGreaterThan(1);
  }
  await expectAccessible(page);
  close();
});
