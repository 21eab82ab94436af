import { expect } from "@playwright/test";
import { answerText } from "../src/features/ask/text/answer.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askAnother,
  askQuestion,
  chooseMethod,
  choosePreset,
  expectAccessible,
  firstExample,
  openPage,
  waitForAnswer,
} from "./journey.ts";

const outside = "How old is Taylor Swift?";
const factbook = { title: "The World Factbook", edition: "2025" };

test("says what was found, with the sentence that decides it", async ({ page }) => {
  await openPage(page);
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator("figure mark")).toHaveText("Baltic Sea");
  await expect(answer.locator("figcaption")).toContainText(
    answerText.source(factbook, "Estonia: location"),
  );
  await expectAccessible(page);
});

test("says first that the library does not know, and offers ways on", async ({ page }) => {
  await openPage(page);
  for (const [index, method] of ["CoopLLM", "Direct RAG", "SlimPLM"].entries()) {
    await test.step(method, async () => {
      if (index > 0) await chooseMethod(page, method);
      const asked = index % 2 === 0 ? outside : "Who won the football World Cup in 1974?";
      expect(await askAnother(page, asked)).toBe(answerText.notFound(factbook));
      const answer = page.getByRole("region", { name: "Answer" });
      await expect(answer.getByRole("button", { name: answerText.wikipedia })).toBeVisible();
      await expect(answer.getByRole("button", { name: answerText.addDocument })).toBeVisible();
      await expect(answer.getByRole("button", { name: /^Let a large model try/u })).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test("says which part it found where one search did not get to the end", async ({ page }) => {
  await openPage(page);
  await chooseMethod(page, "Direct RAG");
  await askQuestion(page, "Which gulf borders the country whose capital is Phnom Penh?");
  expect(await waitForAnswer(page)).toBe(answerText.onlyPart([]));
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText(/Phnom Penh\?” Cambodia\./u);
  await expect(answer.locator("figure mark")).toHaveText("Cambodia");
  await expectAccessible(page);
  await answer.getByRole("button", { name: answerText.stepByStep }).click();
  await expect(answer.locator("p").first()).toContainText("Gulf of Thailand", {
    timeout: answerTimeout,
  });
});

test("says which step of a chain was not in the library", async ({ page }) => {
  await openPage(page);
  await askQuestion(
    page,
    "Who wrote the national novel of the country whose currency is the kina?",
  );
  expect(await waitForAnswer(page)).toBe("Only a part of this was found");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator("figure mark")).toHaveText("Papua New Guinea");
  await expect(answer).toContainText(/Step 2 was not in the library: “.*Papua New Guinea\?”/u);
  await expect(answer.getByRole("button", { name: answerText.wikipedia })).toBeVisible();
  await expect(answer.getByRole("button", { name: answerText.stepByStep })).toHaveCount(0);
  await expectAccessible(page);
});

test("a method that looks nothing up says so", async ({ page }) => {
  await openPage(page);
  await chooseMethod(page, "Vanilla");
  await askQuestion(page, outside);
  expect(await waitForAnswer(page)).toBe(answerText.notLookedUp);
  const guess = page.getByText(answerText.showGuess);
  await guess.click();
  await expect(page.locator("details[open] i")).toBeVisible();
  await expectAccessible(page);
});

test("a comparison of two values that were found is computed, and says from what", async ({
  page,
}) => {
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, "Which has the longer coastline, Greece or Italy?");
  expect(await waitForAnswer(page)).toContain("Greece");
  const computed = page.getByRole("region", { name: "Worked out" });
  await expect(computed).toContainText(
    "The greater of Greece (13,676 km) and Italy (7,600 km): Greece. Worked out by comparing the values, without a model.",
  );
  await expect(page.getByRole("group", { name: "Conclude" })).toContainText("computed, no call");
  await expectAccessible(page);
});
