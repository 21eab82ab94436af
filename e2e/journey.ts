/** What a person does on the page, for the journeys. */

import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { type Download, expect, type Page } from "@playwright/test";

export const firstExample = "Which sea borders the country whose capital is Tallinn?";

/** Loading the models and answering, on two busy cores. */
export const answerTimeout = 200_000;

export async function openPage(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
}

export async function choosePreset(page: Page, title: string): Promise<void> {
  await page.getByLabel("Preset").selectOption({ label: title });
}

export async function askQuestion(page: Page, question: string): Promise<void> {
  await page.getByLabel("Your question").fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByText(/is ready on/u)).toBeVisible({ timeout: answerTimeout });
}

/** The large line of the answer panel, once the run has ended. */
export async function waitForAnswer(page: Page): Promise<string> {
  await expect(page.getByRole("button", { name: "Copy with sources" })).toBeVisible({
    timeout: answerTimeout,
  });
  const short = page.getByRole("region", { name: "Answer" }).locator("p").first();
  return (await short.textContent()) ?? "";
}

export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** Throws with the rules and places that fail. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(" ")}`);
  expect(found).toEqual([]);
}

/** Nothing may make the page scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scroll).toBeLessThanOrEqual(client ?? 0);
}
