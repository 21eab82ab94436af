import { expect, type Page } from "@playwright/test";
import { generatedLog } from "../src/testing/generated-log.ts";
import { test } from "./guard.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openPage,
  openRun,
  pressInHeader,
} from "./journey.ts";

const views = ["", "#lab", "#lab/new", "#runs"];

test("no view scrolls sideways at any width", async ({ page }) => {
  await openPage(page);
  for (const view of views) {
    await page.goto(`/${view}`);
    await expect(page.getByRole("main")).toBeVisible();
    for (const width of [320, 390, 600, 1080, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await test.step(`${view} at ${width} px`, () => expectNoSidewaysScroll(page));
    }
  }
});

/** Links within sentences are exempt (WCAG 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const found: string[] = [];
    for (const element of document.querySelectorAll("button, summary, select, [role='option']")) {
      const { width, height } = element.getBoundingClientRect();
      // Skips what is not drawn; half a pixel is rounding.
      if (width === 0 || height === 0 || height >= least - 0.5) continue;
      if (element.closest("p, li li, .visually-hidden") !== null) continue;
      found.push(`${element.textContent?.trim().slice(0, 40)}: ${width} × ${height}`);
    }
    return found;
  });
}

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("what is pressed is 44 px high", async ({ page }) => {
    await openPage(page);
    expect(await smallTargets(page)).toEqual([]);
    for (const dialog of ["Commands", "Help", "Search router"]) {
      await pressInHeader(page, dialog);
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).tap();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
});

/** A 1280 px window then has 640 CSS px. */
test.describe("zoomed by 200 %", () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test("dialogs can be read to their end, and left", async ({ page }) => {
    await openPage(page);
    await pressInHeader(page, "Help");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/Questions, passages and answers stay/u).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport();
    await expectNoSidewaysScroll(page);
  });
});

test.describe("text that is hard to lay out", () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test("a right-to-left question begins at the right, and a long word breaks", async ({ page }) => {
    await openPage(page);
    const box = page.getByLabel("Your question");
    await box.fill("ما هو البحر الذي يحد الدولة التي عاصمتها تالين؟");
    expect(await box.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
    await box.fill("Donaudampfschifffahrtsgesellschaft".repeat(8));
    await expectNoSidewaysScroll(page);
    const [scroll, client] = await box.evaluate((field) => [field.scrollWidth, field.clientWidth]);
    expect(scroll).toBeLessThanOrEqual(client ?? 0);
  });
});

for (const width of [320, 360]) {
  test.describe(`the first look on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 740 }, hasTouch: true, isMobile: true });

    test("has a header of two rows at most, and the question in sight", async ({ page }) => {
      await openPage(page);
      const header = await page.getByRole("banner").boundingBox();
      expect(header?.height).toBeLessThanOrEqual(width < 350 ? 116 : 72);
      await expect(page.getByLabel("Your question")).toBeInViewport();
      await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeInViewport();
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      await menu.tap();
      await expect(page.getByRole("button", { name: "Help", exact: true })).toBeVisible();
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: "Help", exact: true })).toBeHidden();
      await expect(menu).toBeFocused();
    });

    test("shows a run that was corrected often from edge to edge", async ({ page }) => {
      await openPage(page);
      await openRun(page, generatedLog(60));
      await expectNoSidewaysScroll(page);
      const cut = await page.locator("svg g.nodes").evaluate((nodes) => {
        const { right = 0 } = nodes.closest("svg")?.getBoundingClientRect() ?? {};
        return [...nodes.querySelectorAll("text")].filter(
          (words) => words.getBoundingClientRect().right > right + 1,
        ).length;
      });
      expect(cut).toBe(0);
    });
  });
}
