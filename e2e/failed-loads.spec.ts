/** Each file fails in turn; no unhandled error may remain, in page or workers. */
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { answerTimeout, askQuestion, openPage, pressInHeader } from "./journey.ts";

test.setTimeout(600_000);
test.use({ model: "real" });

interface Walk {
  asked: Set<string>;
  unheard: string[];
}

/** A new context has nothing cached. */
async function walked(
  browser: Browser,
  baseURL: string | undefined,
  isRefused: (path: string) => boolean,
  work: (page: Page) => Promise<void>,
): Promise<Walk> {
  const context = await browser.newContext({
    serviceWorkers: "block",
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const page = await context.newPage();
  const asked = new Set<string>();
  const unheard: string[] = [];
  page.on("pageerror", (error) => unheard.push(`page: ${error.message}`));
  page.on("console", (message) => {
    if (message.text().startsWith("unheard")) unheard.push(message.text());
  });
  page.on("worker", (worker) => {
    worker
      .evaluate(() => {
        addEventListener("unhandledrejection", ({ reason }) => {
          console.log(`unheard in a worker: ${String(reason)}`);
        });
      })
      .catch(() => undefined);
  });
  await context.route("**", (route) => {
    const { pathname } = new URL(route.request().url());
    asked.add(pathname);
    return isRefused(pathname) ? route.abort("connectionfailed") : route.continue();
  });
  await work(page);
  await page.waitForTimeout(200);
  await context.close();
  return { asked, unheard };
}

async function walk(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("heading", { name: "Hopwise" }).waitFor();
  page.setDefaultTimeout(1000);
  for (const name of ["Engines and key", "Search router", "Help"]) {
    await pressInHeader(page, name)
      .then(() => page.keyboard.press("Escape"))
      .catch(() => undefined);
  }
  for (const name of ["Lab", "Runs", "Ask"]) {
    const link = page.getByRole("link", { name, exact: true });
    await link.click().catch(() => undefined);
  }
}

/** Rounds, so that each file fails while others load. */
const rounds = 3;

test("parts of the page that do not come are heard", async ({ browser, baseURL }) => {
  const whole = await walked(browser, baseURL ?? "", () => false, walk);
  expect(whole.unheard).toEqual([]);
  // Without the first script nothing could handle the error.
  const files = [...whole.asked].filter(
    (path) => /\.(?:js|css|json)$/u.test(path) && !/\/(?:boot|index)-/u.test(path),
  );
  expect(files.length).toBeGreaterThan(20);
  for (let round = 0; round < rounds; round++) {
    const refused = new Set(files.filter((_path, at) => at % rounds === round));
    const { unheard } = await walked(browser, baseURL ?? "", (path) => refused.has(path), walk);
    expect(unheard, [...refused].join(" ")).toEqual([]);
  }
});

for (const refused of [
  /^\/models\/catalogue\.json$/u,
  /^\/models\/.*tokenizer\.json$/u,
  /^\/models\/.*config\.json$/u,
  /^\/models\/.*\.onnx$/u,
  /^\/models\/.*\.onnx_data\.zlib$/u,
  /^\/library\/.*library\.json$/u,
  /^\/library\/.*passages/u,
  /^\/library\/.*vectors\.i8\.bin\.zlib$/u,
  /\/ort-wasm[^/]*\.wasm\.zlib$/u,
  /\/ort-wasm[^/]*\.mjs$/u,
  /\/model\.worker-/u,
  /\/weights\.worker-/u,
  /\/search\.worker-/u,
]) {
  test(`a question without ${refused.source} ends, and all of it is heard`, async ({
    browser,
    baseURL,
  }) => {
    const { unheard } = await walked(
      browser,
      baseURL ?? "",
      (path) => refused.test(path),
      async (page) => {
        await openPage(page);
        await askQuestion(page, "What is the capital of Estonia?");
        // It may be answered without vectors.
        const answered = page.getByRole("button", { name: "Copy with sources" });
        const ended = page.getByRole("alert").or(answered).first();
        await ended.waitFor({ timeout: answerTimeout });
      },
    );
    expect(unheard).toEqual([]);
  });
}

test("a page whose own code does not come says so, and can be loaded again", async ({ page }) => {
  let cut = true;
  await page.route(/assets\/core-[^/]+\.js$/u, (route) =>
    cut ? route.abort("connectionfailed") : route.continue(),
  );
  await page.goto("/#lab");
  await expect(page.getByText("A part of the page could not be fetched")).toBeVisible();
  // The sentence comes with the preload's failure; until the link is there the page tries again itself.
  const again = page.getByRole("link", { name: "Load it again" });
  await expect(again).toBeVisible();
  cut = false;
  await again.click();
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeVisible();
});
