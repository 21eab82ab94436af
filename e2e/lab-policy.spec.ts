/** The lab: what asking would buy is learnt from a report that came with the page, and Ask goes by it. */
import { expect } from "@playwright/test";
import { test } from "./guard.ts";
import { answerTimeout, complaintsOf, expectAccessible, textOf } from "./journey.ts";

test("a report teaches what asking would buy, and Ask goes by it", async ({ page }) => {
  test.setTimeout(2 * answerTimeout);
  const complaints = complaintsOf(page);
  await page.goto("/#lab/sample/factbook");
  const below = page.getByRole("button", { name: /Exact tables/u });
  await expect(below).toBeVisible({ timeout: 30_000 });
  await below.click();
  const part = page.getByRole("region", { name: "What asking would buy" });
  await expect(part.getByRole("combobox", { name: "Choose as" })).toBeVisible();

  // What the report does not compare is told before anything is learnt.
  await part.getByRole("combobox").selectOption({ label: "HomoRouter’s gate" });
  await expect(part.getByRole("alert")).toContainText("does not compare what HomoRouter chooses");
  await part.getByRole("combobox").selectOption({ label: "Where it pays" });

  // By keyboard: the button stays where it was pressed, and stops what it began.
  const learn = part.getByRole("button", { name: "Learn from this report" });
  await learn.press("Enter");
  const stop = part.getByRole("button", { name: "Stop" });
  await expect(stop).toBeFocused();
  await stop.press("Enter");
  await expect(learn).toBeFocused();
  await learn.press("Enter");
  await expect(part.getByRole("button", { name: "Learn again" })).toBeVisible({
    timeout: answerTimeout,
  });

  await expect(part.locator("svg[data-picture]")).toContainText("learned policy");
  await expect(part.getByText(/^All small alone: \d+\.\d /u)).toBeVisible();
  await expect(
    part.getByText(/^Held to the cost of each of the 8 setups|^The aim is missed/u),
  ).toBeVisible();
  await expect(part.getByText("Learned from 157 questions.")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    part.getByRole("button", { name: "Save “What asking would buy” as CSV" }).click(),
  ]);
  expect(await textOf(file)).toContain("learned,");
  await expectAccessible(page);

  await part.getByRole("button", { name: "Use in Ask" }).click();
  await part.getByRole("button", { name: "Open Method in Ask" }).click();
  const dialog = page.getByRole("dialog", { name: "Method", exact: true });
  await dialog.getByLabel("Preset").selectOption({ label: "Where it pays" });
  await expect(dialog.getByRole("slider", { name: "How much to spend" })).toBeVisible();
  await expect(dialog.getByText(/^Learnt from 157 questions of your report/u)).toBeVisible();
  expect(complaints).toEqual([]);
});
