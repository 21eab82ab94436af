import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  closeMethod,
  expectAccessible,
  expectGoodLooks,
  firstExample,
  looks,
  openMethod,
  openPage,
  savedTrace,
  slowSmallModels,
  stepsOf,
} from "./journey.ts";

const rule = "Break the question into short search queries, one at a time.";
const planTitle = "Plan, step by step, and conclude";

async function openPrompts(page: Page): Promise<Locator> {
  await openMethod(page);
  const settings = page.locator("summary", { hasText: "Method settings" });
  if ((await page.getByRole("button", { name: /^Prompts:/u }).count()) === 0)
    await settings.click();
  await page.getByRole("button", { name: /^Prompts:/u }).click();
  const dialog = page.getByRole("dialog", { name: "Prompts" });
  await expect(dialog.getByRole("button", { name: planTitle })).toBeVisible();
  return dialog;
}

test("a changed prompt is the one that is sent, until it is put back", async ({ page }) => {
  await openPage(page);
  const dialog = await openPrompts(page);
  await dialog.getByRole("button", { name: planTitle }).click();
  await expect(dialog.getByText("This model was trained on exactly these words")).toBeVisible();
  const instruction = dialog.getByLabel("1. Instruction (system)");
  const asked = dialog.getByLabel("2. Asked (user)");
  const published = await instruction.inputValue();

  await instruction.fill("");
  await expect(dialog.getByText("“1. Instruction (system)” is empty.")).toBeVisible();
  await instruction.fill(rule);
  await asked.fill("The question: {{questoin}}");
  await expect(dialog.getByText(/\{\{question\}\} is missing/u)).toBeVisible();
  await expect(
    dialog.getByText(/\{\{questoin\}\} in .* is no place of this prompt/u),
  ).toBeVisible();
  await expectAccessible(page);
  await asked.fill("{{question}}");
  await expect(dialog.getByText("Your words are in use from the next question on.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: `${planTitle} edited` })).toBeVisible();
  await expect(dialog.getByText("1 prompt changed.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Preset").locator("option:checked")).toHaveText(/prompts changed$/u);

  await closeMethod(page);
  slowSmallModels(page);
  await askQuestion(page, firstExample);
  // Changed prompts may derail the small model later.
  await expect(stepsOf(page).nth(1)).toBeVisible({ timeout: answerTimeout });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
  const trace = await savedTrace(page);
  expect(trace.start?.settings.prompts).toEqual({ "trained-plan": [rule, "{{question}}"] });
  const plan = [...trace.calls.values()].find(({ start }) => start.purpose === "plan");
  expect(plan?.start.messages).toEqual([
    { role: "system", content: rule },
    { role: "user", content: firstExample },
  ]);
  await stepsOf(page).first().focus();
  await page.keyboard.press("Enter");
  const prompt = page.locator("details", { has: page.locator("summary", { hasText: "Prompt" }) });
  await prompt.first().locator("summary").click();
  await expect(prompt.first().getByText(rule)).toBeVisible();

  const again = await openPrompts(page);
  await again.getByRole("button", { name: `${planTitle} edited` }).click();
  await again.getByRole("button", { name: "Put all prompts back" }).click();
  await expect(again.getByLabel("1. Instruction (system)")).toHaveValue(published);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Preset").locator("option:checked")).not.toHaveText(/changed$/u);
});

test("the prompts, in every look", async ({ page }) => {
  await openPage(page);
  const dialog = await openPrompts(page);
  await dialog.getByRole("radio", { name: "chat models, small or large" }).check();
  await dialog.getByLabel("Show the prompts that these settings do not ask").check();
  await dialog.getByRole("button", { name: /^Go on after a correction/u }).click();
  await dialog.getByLabel("1. Instruction (system)").fill("Plan.");
  await expectGoodLooks(page, looks, ({ width, colorScheme }) =>
    page.screenshot({ path: test.info().outputPath(`prompts-${width}-${colorScheme}.png`) }),
  );
});
