import { expect, type Page } from "@playwright/test";
import type { RunEvent } from "../src/log/events.ts";
import { fakeRun } from "../src/testing/fake-run.ts";
import { test } from "./guard.ts";
import { complaintsOf, expectGoodLooks, openPage, openRun } from "./journey.ts";

const field = (page: Page) => page.getByRole("textbox", { name: "Find by name" });
const entries = (page: Page) => page.getByRole("region", { name: "Entries" }).getByRole("link");
const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });

async function openLibrary(page: Page, at = ""): Promise<void> {
  await openPage(page);
  await page.goto(`/#library${at}`);
}

test("is reached from the question, searched by old and new names, and read with the keyboard", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openPage(page);
  await page.getByRole("link", { name: "Knows: the countries of the world, 2025" }).click();
  await expect(title(page, "The World Factbook")).toBeFocused();
  await expect(entries(page)).toHaveCount(256);
  await expect(page.getByText("256 entries", { exact: true })).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("côte d’iv");
  await expect(entries(page)).toHaveText(["Cote d'Ivoire"]);
  await expect(page.getByText("1 of 256 entries")).toBeVisible();
  await field(page).fill("");
  await page.keyboard.type("myanmar");
  await expect(entries(page)).toHaveText(["Burma"]);
  await page.keyboard.press("Enter");
  await expect(title(page, "Burma")).toBeFocused();
  await expect(page).toHaveURL(/#library\/bm$/u);
  await expect(page.getByRole("article").getByText(/also Myanmar/u)).toBeVisible();
  await expect(page.getByRole("article").getByText(/The population of Burma is/u)).toContainText(
    /\(20\d\d est\.\)/u,
  );

  await page.goBack();
  await expect(page.getByRole("link", { name: "Burma", exact: true })).toBeFocused();
  await expect(field(page)).toHaveValue("myanmar");
  await page.goBack();
  await expect(page.getByRole("main", { name: "Ask" })).toBeFocused();
  expect(complaints).toEqual([]);
});

test("says when nothing is found, and that an address leads nowhere", async ({ page }) => {
  await openLibrary(page);
  await field(page).fill("Atlantis");
  await expect(page.getByText("No entry has this name.")).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(entries(page)).toHaveCount(256);
  await page.goto("/#library/atlantis");
  await expect(title(page, "Nothing here is called “atlantis”")).toBeFocused();
  await expectGoodLooks(page);
  await page.getByRole("link", { name: "All entries" }).click();
  await expect(entries(page)).toHaveCount(256);
});

test("a link opens an entry at a passage, which is marked in words, too", async ({ page }) => {
  await openLibrary(page, "/fr/capital");
  await expect(title(page, "France")).toBeVisible();
  const linked = page.locator("[aria-current=location]");
  await expect(linked).toBeFocused();
  await expect(linked).toBeInViewport();
  await expect(linked).toContainText("The passage you came for");
  await expect(linked).toContainText("The capital of France is Paris.");
  await expectGoodLooks(page);
  await page
    .getByRole("navigation", { name: "Topics" })
    .getByRole("link", { name: "chief of state and head of government" })
    .click();
  await expect(page.locator("[aria-current=location]")).toContainText(/\(since \d/u);
  await page.goBack();
  await expect(page.locator("[aria-current=location]")).toContainText("Paris");
});

test("the list looks well, light and dark, narrow and wide", async ({ page }) => {
  await openLibrary(page);
  await expect(entries(page)).toHaveCount(256);
  await expectGoodLooks(page);
});

test("a passage of an answer opens where it stands in the library", async ({ page }) => {
  // One invented passage gets an id of the library.
  const events: RunEvent[] = JSON.parse(
    JSON.stringify(fakeRun()).replaceAll('"mauritania-economy"', '"mr/currency"'),
  );
  await openPage(page);
  await openRun(page, events);
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await answer.getByRole("button", { name: /^Source 2/u }).click();
  await answer.getByRole("link", { name: "In the library: Mauritania: Economy" }).click();
  await expect(title(page, "Mauritania")).toBeVisible();
  await expect(page.locator("[aria-current=location]")).toBeFocused();
  await expect(page.locator("[aria-current=location]")).toContainText("ouguiya");
  await page.goBack();
  await expect(answer).toBeVisible();
});

test("says why it could not be opened, and opens when it is asked again", async ({ page }) => {
  await openPage(page);
  const cut = (url: URL) => url.pathname.includes("/passages.jsonl");
  await page.route(cut, (route) => route.abort());
  await page.goto("/#library");
  await expect(title(page, "The library could not be opened")).toBeFocused();
  await expectGoodLooks(page);
  await page.unroute(cut);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(entries(page)).toHaveCount(256);
});

test("the page's thread is held up by no reading of the library", async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
    Object.assign(globalThis, { longTasks: tasks });
  });
  await page.getByRole("link", { name: "Knows: the countries of the world, 2025" }).click();
  await expect(entries(page)).toHaveCount(256);
  await field(page).pressSequentially("guinea");
  await expect(entries(page)).toHaveCount(4);
  await page.keyboard.press("Enter");
  await expect(title(page, "Guinea")).toBeFocused();
  const longest = await page.evaluate(() => {
    const tasks: unknown = Reflect.get(globalThis, "longTasks");
    return Array.isArray(tasks) ? Math.max(0, ...tasks.map(Number)) : Number.NaN;
  });
  // There are none of 50 ms on idle cores, but some beside other journeys.
  expect(longest).toBeLessThan(300);
});
