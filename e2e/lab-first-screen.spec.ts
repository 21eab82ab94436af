import { expect, type Page } from "@playwright/test";
import { gridText } from "../src/features/lab/text/lab-grid.ts";
import { labNewText as words } from "../src/features/lab/text/lab-new.ts";
import { test } from "./guard.ts";
import { complaintsOf, expectAccessible, expectNoSidewaysScroll } from "./journey.ts";

const setups = (page: Page) => page.getByRole("radiogroup", { name: "Setups" });

async function arrive(page: Page): Promise<void> {
  await page.goto("/#lab");
  await expect(setups(page)).toBeVisible();
  await expect(page.getByText(/^\d+ won · \d+ lost · \d+ same$/u)).toBeVisible({ timeout: 30_000 });
}

test("three cards say what each stage brings, and a budget names the best setup", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await arrive(page);
  for (const stage of ["Plan", "Read", "Conclude"]) {
    const card = page.getByRole("region", { name: stage, exact: true });
    await expect(card).toContainText(/[+−]?\d+\.\d F1 points/u);
    await expect(card).toContainText(/95 % interval /u);
  }
  await expect(page.getByText(/100 questions × 8 setups/u)).toBeVisible();
  const budget = page.getByRole("slider", { name: "Best under" });
  await budget.press("Home");
  await expect(page.getByText(/^\d of 8 cost more \(greyed\)\.$/u)).toBeVisible();
  await expect(page.getByRole("button", { name: /^All small: \d/u })).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("keys walk the cube, and a question that turned opens with its two runs", async ({ page }) => {
  await arrive(page);
  await setups(page).getByRole("radio", { checked: true }).focus();
  await page.keyboard.press("1");
  await expect(page.getByText(/^Plan (?:small → large|large → small): /u)).toBeVisible();
  const before = await setups(page)
    .getByRole("radio", { checked: true })
    .getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(setups(page).getByRole("radio", { checked: true })).not.toHaveAttribute(
    "aria-label",
    before ?? "",
  );
  await expect(setups(page).getByRole("radio", { checked: true })).toBeFocused();
  await page.getByRole("radio", { name: /^All large:/u }).click({ force: true });
  await page.getByRole("button", { name: /^Show the \d+ questions/u }).click();
  await page
    .getByRole("button", { name: /both runs recorded/u })
    .first()
    .click();
  const two = page.getByRole("region", { name: "Two runs of one question" });
  await expect(two.getByText("Diverges here")).toBeVisible({ timeout: 30_000 });
  const sides = two.getByRole("region", { name: /^Steps of All/u });
  await expect(sides).toHaveCount(2);
  // Both bars start at the axis between them.
  const [left, right, column] = await Promise.all(
    [sides.first(), sides.last(), two].map((one) => one.boundingBox()),
  );
  if (!left || !right || !column) throw new Error("they are drawn");
  expect(Math.abs(left.x + left.width - right.x)).toBeLessThan(2);
  expect(left.width + right.width).toBeGreaterThan(column.width - 4);
  await expectAccessible(page);

  // The second view: each cell opens its run beside another, by keys alone.
  await two.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Question by question" }).press("Enter");
  const cells = page.getByRole("grid", { name: gridText.label }).getByRole("gridcell");
  await cells.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(two).toBeVisible();
  await expect(two.getByRole("heading", { name: "Two runs of one question" })).toBeFocused();
  await expectAccessible(page);
  await two.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await expect(cells.nth(1)).toBeFocused();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
});

test("the budget is dragged on the picture itself, and what is over it is faded", async ({
  page,
}) => {
  await arrive(page);
  const handle = page.locator('[data-hand="budget"]');
  const slider = page.getByRole("slider", { name: "Best under" });
  await expect(page.getByText("All eight setups fit.")).toBeVisible();
  const before = Number(await slider.inputValue());
  const box = await handle.boundingBox();
  if (box === null) throw new Error("the line is drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(Number(await slider.inputValue())).toBeLessThan(before);
  await expect(page.getByText(/^[1-8] of 8 cost more \(greyed\)\.$/u)).toBeVisible();
  await expect(page.getByText("over budget")).toBeVisible();
  await slider.press("End");
  await expect(page.getByText("All eight setups fit.")).toBeVisible();
});

test("the ring walks along an edge, and jumps for whoever wants no motion", async ({ page }) => {
  await arrive(page);
  const ring = page.locator("circle[style]");
  const takes = () => ring.evaluate((one) => getComputedStyle(one).transitionDuration);
  // The chart's width settles by hundredths of a pixel.
  const place = () =>
    ring.evaluate((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return [x + width / 2, y + width / 2].map(Math.round).join();
    });
  const plan = page.getByRole("switch", { name: "Plan by the large model" });
  expect(await takes()).toBe("0.3s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await takes()).toBe("0s");
  const before = await place();
  await plan.press("Enter");
  await expect.poll(place).not.toBe(before);
  const after = await place();
  await page.waitForTimeout(400);
  expect(await place()).toBe(after);
});

test("a card that has the focus lights the four flips of its stage", async ({ page }) => {
  await arrive(page);
  await page.getByRole("button", { name: "Read: light its flips in the picture" }).focus();
  await expect(page.locator("path[class*=isLit]")).toHaveCount(4);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Conclude: light/u })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("path[class*=isLit]")).toHaveCount(0);
});

test("money is counted as another model on the first screen", async ({ page }) => {
  await arrive(page);
  const card = page.getByRole("region", { name: "Plan", exact: true });
  const before = await card.textContent();
  const choice = page.getByRole("combobox", { name: "Money counted as" });
  await expect.poll(() => choice.locator("option").count()).toBeGreaterThan(5);
  await choice.selectOption({ index: 3 });
  await expect(card).not.toHaveText(before ?? "");
  await expect(card).toContainText(/-?\d per 1,000 questions/u);
});

test("another report, the way to one's own questions, and a narrow page", async ({ page }) => {
  await arrive(page);
  await page.getByLabel("Report", { exact: true }).selectOption("hotpotqa");
  await expect(page.getByText(/150 questions × 8 setups/u)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Run it on my questions" }).click();
  await expect(page.getByText(/^No large model is connected/u)).toBeVisible();
  await page.getByRole("button", { name: words.ownSet }).click();
  await expect(page.getByText(/12 answers \(12 questions × 1 setup\)/u)).toBeVisible();
  // Nothing has run here yet, so the time is shown as unknown; without a server the cost is zero.
  await expect(page.getByText(/^The time is known after one question asked here/u)).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^—$/u })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^nothing$/u })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
