import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { expectAccessible, openPage, pressInHeader } from "./journey.ts";

const openRuns = (page: Page) => page.getByRole("link", { name: "Runs", exact: true }).click();
const openSettings = (page: Page) => pressInHeader(page, "Engines and key");

const cases: readonly {
  what: string;
  files: RegExp;
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => ReturnType<Page["getByRole"]>;
}[] = [
  {
    what: "a view without its code",
    files: /assets\/RunsPage-[^/]+\.js$/u,
    open: openRuns,
    shown: (page) => page.getByRole("heading", { name: "Runs", exact: true }),
  },
  {
    what: "a dialog without its code",
    files: /assets\/SettingsDialog-[^/]+\.js$/u,
    open: openSettings,
    shown: (page) => page.getByRole("dialog", { name: "Engines, key and library" }),
  },
  {
    what: "a dialog without its stylesheet",
    files: /assets\/SettingsDialog-[^/]+\.css$/u,
    open: openSettings,
    shown: (page) => page.getByRole("dialog", { name: "Engines, key and library" }),
  },
];

for (const { what, files, open, shown } of cases) {
  test(`${what} is told, and shown when it is asked for again`, async ({ page }) => {
    let asked = 0;
    let cut = true;
    await page.route(files, (route) => {
      asked += 1;
      return cut ? route.abort("internetdisconnected") : route.continue();
    });
    await openPage(page);
    await page.getByLabel("Your question").fill("Which sea borders Estonia?");
    await open(page);
    const alert = page.getByRole("alert").filter({ hasText: "This part of the page broke." });
    await expect(alert).toBeVisible();
    await expectAccessible(page);

    const before = asked;
    await alert.getByRole("button", { name: "Show it again" }).click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expect(alert).toBeVisible();
    await expect(shown(page)).toHaveCount(0);

    cut = false;
    await alert.getByRole("button", { name: "Show it again" }).click();
    await expect(shown(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/#");
    await expect(page.getByLabel("Your question")).toHaveValue("Which sea borders Estonia?");
  });
}
