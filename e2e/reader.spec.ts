import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  expectGoodLooks,
  openPage,
  savedTrace,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";

const question = "Which river flows through the country whose capital is Asuncion?";

async function openReadTwice(page: Page): Promise<string> {
  const nodes = [...(await savedTrace(page)).nodes.values()];
  const node = nodes.find(({ secondReading }) => secondReading !== null);
  if (node === undefined) throw new Error("the encoder was unsure of nothing");
  await stepsOf(page).filter({ hasText: node.query }).last().press("Enter");
  return node.query;
}

test("a step that was read twice says who chose", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page);
  await askQuestion(page, question);
  await waitForAnswer(page);
  const query = await openReadTwice(page);
  const panel = page.getByRole("article", { name: query });
  await expect(panel.getByText(/It was unsure, so the language model chose/u)).toBeVisible({
    timeout: answerTimeout,
  });
  await expectGoodLooks(page);
});
