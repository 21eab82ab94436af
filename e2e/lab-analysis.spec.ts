import { expect } from "@playwright/test";
import { gridText } from "../src/features/lab/text/lab-grid.ts";
import { test } from "./guard.ts";
import { sources } from "./harness/open.ts";
import { expectAccessible, textOf } from "./journey.ts";

/** Generated results are not part of any build. */
const gallery = `${sources}/src/testing/ui/lab-analysis/gallery.html?n=150`;

test.beforeEach(async ({ page }) => {
  await page.goto(gallery);
  const below = page.getByRole("button", { name: /Exact tables/u });
  await expect(below).toBeVisible({ timeout: 120_000 });
  await below.click();
  await expect(
    page.getByRole("heading", { name: "Accuracy against cost", exact: true }),
  ).toBeVisible();
});

for (const scheme of ["light", "dark"] as const) {
  test(`is accessible and fits a phone, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  });
}

test("a hand drags the budget line and the brush; everything follows", async ({ page }) => {
  const best = page.getByText(/^Best for/u);
  const before = await best.textContent();
  const line = page.locator('svg [data-hand="budget"]').last();
  await line.scrollIntoViewIfNeeded();
  const at = await line.boundingBox();
  if (at === null) throw new Error("the budget has a line");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x - 400, at.y + at.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(best).not.toHaveText(before ?? "");

  const strip = page.locator("svg .overlay");
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (box === null) throw new Error("the strip has room");
  await page.mouse.move(box.x + 5, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Choose all" })).toBeVisible();
  await expect(page.getByText("150 of 150 questions")).toHaveCount(0);
});

test("keyboard only: a configuration, its wrong questions, two runs of one, a step, and back", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Read: large. Flip it" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Questions of LSL" })).toBeVisible();
  await page.getByRole("radio", { name: "wrong" }).press("Space");
  const grid = page.getByRole("grid", { name: gridText.label });
  await grid
    .getByRole("gridcell", { name: /\. LSL\. /u })
    .first()
    .focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Two runs of one question" })).toBeFocused();
  await expect(page.getByText(/^They diverge after 1 step alike/u)).toBeVisible();
  await expectAccessible(page);

  const side = page.getByRole("region", { name: "Steps of LSL" });
  const steps = side.getByRole("list").first().getByRole("button");
  await steps.first().focus();
  await page.keyboard.press("Enter");
  const step = side.getByRole("article");
  await expect(step.getByRole("heading", { level: 3 })).toBeFocused();
  await expect(step.getByRole("heading", { name: "Why" })).toBeVisible();
  await expectAccessible(page);
  await step.getByRole("button", { name: "Close step" }).press("Enter");
  await expect(step).toHaveCount(0);
  await expect(steps.first()).toBeFocused();
});

test("pictures are saved as SVG, PNG and CSV", async ({ page }) => {
  const save = async (form: string) => {
    const name = `Save “Accuracy against cost” as ${form}`;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return download;
  };
  const svg = await textOf(await save("SVG"));
  expect(svg).toMatch(/^<svg[^>]+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  expect(svg).not.toContain("data-hand");
  expect(svg).toMatch(/stroke="rgb\(/u);
  expect((await textOf(await save("CSV"))).split("\r\n")).toHaveLength(9);
  const png = await save("PNG");
  expect(png.suggestedFilename()).toBe("accuracy-against-cost.png");
  expect(await textOf(png)).toContain("PNG");
});
