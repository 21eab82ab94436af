/** The lab over a report of `npm run eval -- --compare models`: CoopLLM's Table 3 from real models. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { complaintsOf, expectGoodLooks, openPage } from "./journey.ts";

const packed = new URL("screens/models.lab.json.gz", import.meta.url);

/** Opens the report as a person does, and waits for its figures. */
async function openReport(page: Page): Promise<void> {
  await openPage(page);
  await page.evaluate(() => {
    location.hash = "#lab";
  });
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeVisible();
  await page.locator('input[type="file"][aria-label="Open a report"]').setInputFiles({
    name: "models.lab.json",
    mimeType: "application/json",
    buffer: gunzipSync(await readFile(packed)),
  });
  await expect(page.getByRole("heading", { name: "Advice" })).toBeVisible({ timeout: 60_000 });
}

function row(table: Locator, name: RegExp): Locator {
  return table.getByRole("row", { name });
}

test("Table 3 tells base, fine-tuned, their difference and what differs", async ({ page }) => {
  const complaints = complaintsOf(page);
  await openReport(page);

  const three = page.getByRole("table", { name: "Table 3: fine-tuned against base" });
  await expect(row(three, /^SearChain/u)).toContainText("n = 30");
  await expect(row(three, /^SearChain/u)).toContainText("15.7");
  await expect(row(three, /^Fine-tuned, alone/u)).toContainText("n = 30");
  const withLarge = row(three, /^LaLM\+SmLM/u).getByRole("cell");
  await expect(withLarge.first()).toHaveText("—");

  const brought = row(three, /^Alone/u);
  await expect(brought).toContainText(/[\d.]+ \(−?[\d.]+\s…\s[\d.]+\)n = 30, .*p/u);
  await expect(row(three, /^With the large model/u)).toContainText("—4.84.54.0");

  const differences = page.getByRole("listitem");
  await expect(
    differences.filter({
      hasText: "smollm2-135m-instruct with the encoder all-minilm-l6-v2 as base",
    }),
  ).toBeVisible();
  await expect(differences.filter({ hasText: "The base encoder cannot read" })).toBeVisible();

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
    .getByRole("listbox", { name: "Questions", exact: true })
    .getByRole("option")
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
