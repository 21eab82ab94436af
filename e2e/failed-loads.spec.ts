/**
 * Whatever file of the page does not come: nothing is left that nobody hears, in the page or in
 * its workers. Each file that a walk through the page asks for is refused in turn.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { askQuestion, openPage, pressInHeader } from "./journey.ts";

test.setTimeout(900_000);

/** Opens what has code of its own; what cannot be opened is passed by. */
async function walk(page: Page): Promise<void> {
  const press = (name: string) =>
    pressInHeader(page, name)
      .then(() => page.keyboard.press("Escape"))
      .catch(() => undefined);
  page.setDefaultTimeout(1500);
  for (const name of ["Engines and key", "Error book", "Help"]) await press(name);
  for (const name of ["Lab", "Runs", "Ask"]) {
    await page
      .getByRole("link", { name, exact: true })
      .click()
      .catch(() => undefined);
  }
}

interface Walk {
  /** Of files of this page. */
  asked: Set<string>;
  unheard: string[];
}

/** In a context of its own, so that nothing is there already; `refused` does not come. */
async function walked(
  browser: Browser,
  refused: string | null,
  work: (page: Page) => Promise<void>,
): Promise<Walk> {
  const context = await browser.newContext({
    serviceWorkers: "block",
    baseURL: "http://localhost:4173",
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
  await context.route("http://localhost:4173/**", (route) => {
    const { pathname } = new URL(route.request().url());
    asked.add(pathname);
    return pathname === refused ? route.abort("connectionfailed") : route.continue();
  });
  await work(page);
  await page.waitForTimeout(200);
  await context.close();
  return { asked, unheard };
}

async function failsOf(
  browser: Browser,
  files: Iterable<string>,
  work: (page: Page) => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const { unheard } = await walked(browser, file, work);
    found.push(...unheard.map((what) => `${file} → ${what}`));
  }
  return found;
}

test("no part of the page that fails to come is left unheard", async ({ browser }) => {
  async function arrive(page: Page): Promise<void> {
    await page.goto("/");
    await page.getByRole("heading", { name: "Hopwise" }).waitFor();
    await walk(page);
  }
  const whole = await walked(browser, null, arrive);
  expect(whole.unheard).toEqual([]);
  const files = [...whole.asked].filter((path) => /\.(?:js|css|json|jsonl)$/u.test(path));
  expect(files.length).toBeGreaterThan(20);
  expect(await failsOf(browser, files, arrive)).toEqual([]);
});

test("no file of a model or of the library that fails to come is left unheard", async ({
  browser,
}) => {
  async function ask(page: Page): Promise<void> {
    await openPage(page);
    await askQuestion(page, "What is the capital of Estonia?");
    const ended = page.getByRole("button", { name: "Copy with sources" });
    await ended.or(page.getByRole("alert")).first().waitFor({ timeout: 200_000 });
  }
  const whole = await walked(browser, null, ask);
  expect(whole.unheard).toEqual([]);
  const files = [...whole.asked].filter((path) =>
    /^\/(?:models|library)\/|\.wasm$|worker/u.test(path),
  );
  expect(files.length).toBeGreaterThan(8);
  expect(await failsOf(browser, files, ask)).toEqual([]);
});

test("a page whose own code does not come says so, and can be loaded again", async ({ page }) => {
  let cut = true;
  await page.route(/assets\/core-[^/]+\.js$/u, (route) =>
    cut ? route.abort("connectionfailed") : route.continue(),
  );
  await page.goto("/#lab");
  await expect(page.getByText("A part of the page could not be fetched")).toBeVisible();
  cut = false;
  await page.getByRole("link", { name: "Load it again" }).click();
  await expect(page.getByRole("heading", { name: "Lab", exact: true })).toBeVisible();
});
