import { expect, type Page } from "@playwright/test";
import { labNewText as words } from "../src/features/lab/text/lab-new.ts";
import { test } from "./guard.ts";
import { complaintsOf, expectGoodLooks, type Look, openPage } from "./journey.ts";

const table = "id,question,solution\n1,Which sea?,Baltic\n2,,Danube\n3,Which river?,Danube\n";

async function openLab(page: Page): Promise<void> {
  await openPage(page);
  await page.getByRole("link", { name: "Lab", exact: true }).click();
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeFocused();
}

async function dropTable(page: Page): Promise<void> {
  const picker = page.locator('input[type="file"][aria-label^="Choose"]').first();
  await picker.setInputFiles({
    name: "mine.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(table),
  });
  await page.getByRole("checkbox", { name: "solution" }).check();
  await expect(page.getByText("mine.csv: 2 questions can be asked.")).toBeVisible();
}

const ends: readonly Look[] = [320, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, height: 900, colorScheme })),
);

test("from the empty list to a batch kept for later", async ({ page }) => {
  const complaints = complaintsOf(page);
  await openLab(page);
  await expectGoodLooks(page, ends);
  await page.getByRole("button", { name: "Run it on my questions" }).click();
  const field = page.getByRole("textbox", { name: words.lines });
  await field.fill("Which sea?\tBaltic\nWhich river?\n");
  await expect(page.getByText(words.unscored(1, 2))).toBeVisible();
  await page.getByRole("link", { name: "Lab", exact: true }).first().click();
  await page.getByRole("button", { name: "Run it on my questions" }).click();
  await expect(field).toHaveValue(/Baltic/u);
  await expectGoodLooks(page, ends);
  await dropTable(page);
  await page.getByRole("radio", { name: "Small and large in every stage" }).check();
  await expect(page.getByRole("region", { name: "Rows that were left out" })).toContainText(
    "Line 3",
  );
  await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await expect(page.getByRole("alert")).toContainText("none is set up");
  await expectGoodLooks(page, ends);
  await page.getByRole("radio", { name: "Combinations of your choice" }).check();
  await expect(page.getByRole("checkbox", { name: "All small" })).toBeChecked();
  await page.getByText(words.more).click();
  await page.getByRole("button", { name: words.keepForLater }).click();
  await expect(page.getByText("Not started.", { exact: true })).toBeVisible();
  await expectGoodLooks(page, ends);
  await page.getByRole("link", { name: "Lab" }).last().click();
  await expect(page.getByRole("link", { name: /^mine, 2 questions/u })).toContainText("0 of 2");
  await expectGoodLooks(page, ends);
  expect(complaints).toEqual([]);
});

test("by keys alone, and back by the browser's button", async ({ page }) => {
  await openPage(page);
  await page.getByLabel("Your question").fill("Which sea?");
  await page.getByRole("link", { name: "Lab", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Run it on my questions" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel("Your question")).toHaveValue("Which sea?");
});
