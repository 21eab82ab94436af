/** Opens a report of `npm run eval -- --compare models`. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { complaintsOf, expectGoodLooks, openPage } from "./journey.ts";

const packed = new URL("screens/models.lab.json.gz", import.meta.url);

async function openReport(page: Page): Promise<void> {
  await openPage(page);
  await page.evaluate(() => {
    location.hash = "#lab";
  });
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeVisible();
  await page.locator('input[type="file"][aria-label="Open a report or runs"]').setInputFiles({
    name: "models.lab.json",
    mimeType: "application/json",
    buffer: gunzipSync(await readFile(packed)),
  });
  await expect(page.getByRole("heading", { name: "Advice" })).toBeVisible({ timeout: 60_000 });
}

test("a report of base and trained models looks good", async ({ page }) => {
  const complaints = complaintsOf(page);
  await openReport(page);
  await expectGoodLooks(page);
  expect(complaints).toEqual([]);
});

test("the open question, and all that was chosen, are there again after a reload", async ({
  page,
}) => {
  await openReport(page);
  await page.getByLabel("Score").selectOption({ label: "token F1" });
  await page.getByRole("radio", { name: "different results only" }).check();
  await page
    .getByRole("grid", { name: "Questions and setups" })
    .getByRole("gridcell")
    .first()
    .click();
  const two = page.getByRole("region", { name: "Two runs of one question" });
  await expect(two.getByRole("tree")).toHaveCount(2);
  const told = await two.getByText(/^They diverge (?:at|after)/u).textContent();

  await page.reload();
  await expect(two.getByRole("tree")).toHaveCount(2, { timeout: 60_000 });
  await expect(two.getByText(/^They diverge (?:at|after)/u)).toHaveText(told ?? "");
  await expect(page.getByRole("radio", { name: "different results only" })).toBeChecked();
  await expect(page.getByLabel("Score")).toHaveValue("f1");

  await two.getByRole("button", { name: "Close", exact: true }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Advice" })).toBeVisible({ timeout: 60_000 });
  await expect(two).toHaveCount(0);
});
