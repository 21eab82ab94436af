import { expect } from "@playwright/test";
import { labPolicyText as words } from "../src/features/lab/text/lab-policy.ts";
import { test } from "./guard.ts";
import { answerTimeout, complaintsOf, expectAccessible } from "./journey.ts";

test("a report teaches where it pays, and Ask goes by it", async ({ page }) => {
  test.setTimeout(2 * answerTimeout);
  const complaints = complaintsOf(page);
  await page.goto("/#lab/sample/factbook-default");
  const below = page.getByRole("button", { name: /Exact tables/u });
  await expect(below).toBeVisible({ timeout: 30_000 });
  await below.click();
  const part = page.getByRole("region", { name: words.title, exact: true });

  // The button becomes Stop in place.
  const learn = part.getByRole("button", { name: words.learn });
  await learn.press("Enter");
  const stop = part.getByRole("button", { name: words.stop });
  await expect(stop).toBeFocused();
  await stop.press("Enter");
  await expect(learn).toBeFocused();
  await learn.press("Enter");
  await expect(part.getByText(words.saved(100))).toBeVisible({ timeout: answerTimeout });
  await expectAccessible(page);

  await part.getByRole("button", { name: words.openMethod }).click();
  const dialog = page.getByRole("dialog", { name: "Method", exact: true });
  await dialog.getByLabel("Preset").selectOption({ label: "Where it pays" });
  await expect(dialog.getByRole("slider", { name: "How much to spend" })).toBeVisible();
  await expect(dialog.getByText(/^Learnt from 100 questions of your report/u)).toBeVisible();
  expect(complaints).toEqual([]);
});
