import { expect } from "@playwright/test";
import { answerText } from "../src/features/ask/text/answer.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  complaintsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  firstExample,
  openPage,
} from "./journey.ts";

// The weights are held back.
test.use({ model: "real" });

test("the library's own passages are shown while the model is still fetched, and the steps replace them", async ({
  page,
  built,
}) => {
  const complaints = complaintsOf(page);
  const release = built.hold(/^\/models\/hopwise-lm\//u);
  await openPage(page);
  await askQuestion(page, firstExample);
  const look = page.getByRole("region", { name: answerText.firstLook.title });
  await expect(look).toBeVisible({ timeout: 30_000 });
  await expect(look.getByRole("figure")).toHaveCount(3);
  await expect(look.locator("mark").first()).toBeVisible();
  await expect(look).toContainText("Estonia");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  release();
  await expect(look).toHaveCount(0, { timeout: answerTimeout });
  await expect(page.getByRole("heading", { name: "Answer" })).toBeVisible({
    timeout: answerTimeout,
  });
  expect(complaints).toEqual([]);
});
