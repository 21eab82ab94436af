/** The lab on arrival, without a key: a report that came with the page, by hand and by keys. */
import { expect, type Page } from "@playwright/test";
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
    await expect(card).toContainText(/[+−]?\d+\.\d points/u);
    await expect(card).toContainText(/Chance that it helps: /u);
  }
  await expect(page.getByText(/157 questions × 8 setups/u)).toBeVisible();
  const budget = page.getByRole("slider", { name: "Best under" });
  await budget.press("Home");
  await expect(page.getByText(/^\d setups are over it, and faded\.$/u)).toBeVisible();
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
  await expect(two.getByRole("tree")).toHaveCount(2, { timeout: 30_000 });
  await expectAccessible(page);
});

test("another report, the way to one's own questions, and a narrow page", async ({ page }) => {
  await arrive(page);
  await page.getByLabel("Report", { exact: true }).selectOption({ label: "HotpotQA" });
  await expect(page.getByText(/150 questions × 8 setups/u)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Run it on my questions" }).click();
  await expect(page.getByText(/^No large model is connected/u)).toBeVisible();
  await expect(page.getByText(/12 questions of factbook/u)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^All small, with and without θ.*: 4 setups$/u)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
