import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { pageHeaders } from "../src/app/security/headers.ts";
import { test } from "./guard.ts";
import { openPage } from "./journey.ts";
import { builtForTests } from "./servers/built-for-tests.ts";
import { takeViolations } from "./servers/violations.ts";

/** Lists the ways of evaluating text that were not blocked. */
async function waysOpen(): Promise<string[]> {
  // Playwright's own code may use `eval`; a later task may not.
  await new Promise((resolve) => setTimeout(resolve));
  const elsewhere = "https://elsewhere.example/a.js";
  const ways: Record<string, () => unknown> = {
    eval: () => Reflect.get(globalThis, "eval")("1"),
    Function: () => new Function("return 1")(),
    "a worker from elsewhere": () => new Worker(elsewhere),
    "a worker of a text": () => new Worker("data:text/javascript,1"),
    "a worker of a blob": () => new Worker(URL.createObjectURL(new Blob(["1"]))),
    ...("document" in globalThis
      ? {
          innerHTML: () => {
            document.createElement("div").innerHTML = "<img src=x onerror=1>";
          },
          "a script from elsewhere": () => {
            document.createElement("script").src = elsewhere;
          },
          "a script's text": () => {
            document.createElement("script").text = "1";
          },
          "a frame's text": () => {
            document.createElement("iframe").srcdoc = "<b>";
          },
        }
      : {}),
  };
  return Object.entries(ways).flatMap(([name, way]) => {
    try {
      way();
      return [name];
    } catch {
      return [];
    }
  });
}

async function startWorker(page: Page): Promise<void> {
  const files = await readdir(join(builtForTests, "assets"));
  const file = files.find((name) => name.startsWith("router.worker-"));
  await page.evaluate((path) => void new Worker(path, { type: "module" }), `/assets/${file}`);
}

test("no text becomes a script, in the page or in a worker, and every try is heard", async ({
  page,
}) => {
  await openPage(page);
  expect(await page.evaluate(waysOpen)).toEqual([]);
  const heard = () => takeViolations().length;
  await expect.poll(heard).toBeGreaterThan(0);

  const [worker] = await Promise.all([page.waitForEvent("worker"), startWorker(page)]);
  expect(await worker.evaluate(waysOpen)).toEqual([]);
  await expect.poll(heard).toBeGreaterThan(0);
  // Otherwise late violations would count as the page's own.
  await page.waitForTimeout(500);
  heard();
});

test("every file comes with every header", async ({ request }) => {
  const wasm = (await readdir(join(builtForTests, "assets"))).find((name) =>
    name.endsWith(".wasm.zlib"),
  );
  const paths = [
    "/",
    `/assets/${wasm}`,
    "/models/catalogue.json",
    "/service-worker.js",
    "/nowhere",
  ];
  for (const path of paths) {
    const sent = (await request.get(path)).headers();
    for (const [name, value] of pageHeaders()) expect(sent[name.toLowerCase()], path).toBe(value);
  }
});

test("what the page never uses is off, and the browser knows all that is named", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium has these on other systems only.
    const elsewhere = /'(?:bluetooth|web-share)'/u;
    const text = message.text();
    if (/permissions.policy/iu.test(text) && !elsewhere.test(text)) complaints.push(text);
  });
  await openPage(page);
  expect(complaints).toEqual([]);
  const allowed = await page.evaluate((): string[] => {
    const policy: unknown = Reflect.get(document, "featurePolicy");
    return (policy as { allowedFeatures(): string[] }).allowedFeatures();
  });
  for (const used of ["clipboard-write", "cross-origin-isolated"]) expect(allowed).toContain(used);
  // These give the page no access to anything.
  const known = /^(?:ch-|clipboard-write$|cross-origin-isolated$|local-network|loopback-network)/u;
  expect(allowed.filter((feature) => !known.test(feature))).toEqual([]);
});
