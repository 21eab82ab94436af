/** Runs of another agent: a file is opened, its columns are named, its figures are shown. */
import { expect, type Page } from "@playwright/test";
import { runsCsv, strangeCsv } from "../src/testing/lab/pipeline-csv.ts";
import { type Asking, askedOf, pipelineWorld } from "../src/testing/lab/pipeline-world.ts";
import { test } from "./guard.ts";
import { complaintsOf, expectAccessible, expectGoodLooks, openPage } from "./journey.ts";

async function openLab(page: Page): Promise<void> {
  await openPage(page);
  await page.evaluate(() => {
    location.hash = "#lab";
  });
  await expect(page.getByRole("button", { name: "Open a report or runs" })).toBeVisible();
}

async function openFile(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type="file"][aria-label="Open a report or runs"]').setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
}

async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text] as const,
  );
  await page.locator("#lab-heading").dispatchEvent("drop", { dataTransfer: dropped });
}

const runs = (models: readonly number[], asking: Omit<Asking, "seed">) =>
  askedOf(pipelineWorld(models, 4), { seed: 5, ...asking });
const gains = (page: Page) => page.getByRole("heading", { name: "What each larger model gains" });

test("a table with strange columns is named by a person, once", async ({ page }) => {
  const complaints = complaintsOf(page);
  await openLab(page);
  const text = strangeCsv(runs([2, 3], { questions: 60 }));
  await openFile(page, "strange.csv", text);
  const read = page.getByRole("button", { name: "Read the runs" });
  await expect(read).toHaveAttribute("aria-disabled", "true");
  await expectGoodLooks(page);
  await page.getByLabel("Question", { exact: true }).selectOption("frage");
  await page.getByLabel("Score", { exact: true }).selectOption("punkte");
  await page.getByLabel("Dollars", { exact: true }).selectOption("geld");
  await page.getByRole("checkbox", { name: /^wer plant/u }).press("Space");
  await page.getByRole("checkbox", { name: /^wer liest/u }).press("Space");
  await page.getByLabel("Stage of “wer plant”").fill("plan");
  await page.getByLabel("Stage of “wer liest”").fill("read");
  await read.press("Enter");
  await expect(gains(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "read", exact: true })).toContainText(
    "model 1 → model 3",
  );
  await page.reload();
  await expect(gains(page)).toBeVisible();
  await page.getByRole("link", { name: "Lab", exact: true }).first().click();
  await expect(page.getByRole("link", { name: "strange.csv" })).toBeVisible();
  await openFile(page, "next.csv", text);
  await expect(gains(page)).toBeVisible();
  expect(complaints).toEqual([]);
});

test("three stages with three models: pictures by stage, a table for keys, questions that turned", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openLab(page);
  const text = runsCsv(runs([3, 3, 3], { questions: 60 }));
  await openFile(page, "three.csv", `${text}late,,model 1,model 1,1,0,0,0,\n`);
  await expect(gains(page)).toBeVisible();
  for (const stage of ["stage 1", "stage 2", "stage 3"]) {
    await expect(page.getByRole("region", { name: `${stage}: its flips` })).toBeVisible();
  }
  await expectGoodLooks(page, [
    { width: 360, height: 740, colorScheme: "dark" },
    { width: 768, height: 1024, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "light" },
  ]);
  const grid = page.getByRole("grid", { name: "Questions and setups" });
  await expect(grid).toHaveAttribute("aria-rowcount", "61");
  await grid
    .getByRole("gridcell", { name: /^score \d+\. 1·1·1: / })
    .first()
    .focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(
    grid.getByRole("gridcell", { name: /3·3·3: .*60 of 60 questions run/u }).nth(1),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Score \d+ in 3·3·3: stage 1 model 3, /u)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "To" })).toHaveValue("26");
  await page.getByRole("checkbox", { name: "Only what differs" }).check();
  await expect(grid).not.toHaveAttribute("aria-rowcount", "61");
  const setup = page.getByRole("button", { name: /^3·3·3/u });
  await setup.press("Enter");
  await expect(setup).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("combobox", { name: "To" })).toHaveValue("26");
  await expect(page.getByText(/\d+ better · \d+ worse · \d+ same/u)).toBeVisible();
  await page.getByText("1 row could not be read").press("Enter");
  await expect(page.getByText("Row 1622 has no model (stage 1_model).")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("files that hold no runs say so, and a large one can be stopped", async ({ page }) => {
  await openLab(page);
  await openFile(page, "notes.json", '{"notes": ["nothing to compare"]}');
  await expect(page.getByRole("alert")).toContainText("No run could be read.");
  await dropFile(page, "one.csv", "question,plan_model,score\nq1,small,1\n");
  await expect(page.getByRole("alert")).toContainText("0 stages were done by more than one model");
  await openFile(page, "cut.parquet", "PAR1 and then nothing of use");
  await expect(page.getByRole("alert")).toContainText("The Parquet file could not be read");
  await expectAccessible(page);
  await openFile(page, "large.csv", runsCsv(runs([3, 3, 3], { questions: 8000 })));
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await stop.press("Enter");
  await expect(page.getByText("Stopped. Nothing of the file was changed.")).toBeVisible();
  await expect(page.locator("#lab-heading")).toBeFocused();
  await page.getByRole("button", { name: "Read it again" }).click();
  await expect(page.getByText(/Turning rows into runs: [\d,]+ of 216,000\./u)).toBeVisible();
  await expect(gains(page)).toBeVisible({ timeout: 60_000 });
});
