import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  choosePreset,
  firstExample,
  openPage,
  settingsPage,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";
import {
  asksForSummary,
  type ChatServer,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

const plan =
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Estonia\n[Query 2]: Which sea borders Estonia?\n[Answer 2]: the Baltic Sea\n[Final Content]: the Baltic Sea [2]";
const summary =
  "Answer: the Baltic Sea\nTallinn is the capital of Estonia [1], which lies on the Baltic Sea [2].";

function large(request: ServedRequest) {
  return { kind: "text" as const, text: asksForSummary(request) ? summary : plan };
}

/** None of the model's calls fits under the cap. */
async function capped(page: Page, server: ChatServer, atCap: string): Promise<void> {
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByLabel("read", { exact: true }).fill("1");
  await dialog.getByLabel("written", { exact: true }).fill("2");
  await settingsPage(page, "Caps");
  await dialog.getByLabel("A question, in dollars").fill("0.000001");
  await dialog.getByLabel("When a cap is reached").selectOption({ label: atCap });
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
}

test("it goes on with the small model, and nothing is sent", async ({ page }) => {
  const server = await startChatServer({ script: large });
  await openPage(page);
  await capped(page, server, "go on with the small model");
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(
    "A spending cap was reached. The small model did the rest.",
  );
  expect(server.calls).toEqual([]);
  await server.close();
});

test("it asks, and a raised cap lets the large model go on", async ({ page }) => {
  const server = await startChatServer({ script: large });
  await openPage(page);
  await capped(page, server, "ask me");
  await askQuestion(page, firstExample);
  const choice = page.getByRole("group", { name: "How should it go on?" });
  await expect(choice.getByRole("button")).toHaveCount(2, { timeout: answerTimeout });
  expect(server.calls).toEqual([]);
  await choice.getByRole("button", { name: /^Raise the cap to \$/u }).click();
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  expect(server.calls.length).toBeGreaterThan(0);
  await server.close();
});

/** The prompt's cost must be negligible. */
const prices = { read: 0.001, written: 1000 };
const long = "The Baltic Sea. ".repeat(4000);

function spentUsd(server: ChatServer): number {
  const { promptTokens, completionTokens } = server.totals();
  return (promptTokens * prices.read + completionTokens * prices.written) / 1e6;
}

async function askToTheEnd(page: Page, question: string): Promise<void> {
  await askQuestion(page, question);
  await expect(stepsOf(page).first()).toHaveAccessibleName(new RegExp(question, "u"), {
    timeout: answerTimeout,
  });
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible({
    timeout: answerTimeout,
  });
}

async function capDay(page: Page, usd: number): Promise<void> {
  await settingsPage(page, "Caps");
  await page.getByRole("dialog").getByLabel("A day, in dollars").fill(String(usd));
  await page.keyboard.press("Escape");
}

async function vanillaAtServer(page: Page, server: ChatServer): Promise<void> {
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByLabel("read", { exact: true }).fill(String(prices.read));
  await dialog.getByLabel("written", { exact: true }).fill(String(prices.written));
  await settingsPage(page, "Caps");
  await dialog.getByLabel("When a cap is reached").selectOption({ label: "end the run" });
  await page.keyboard.press("Escape");
  await chooseMethod(page, "Vanilla");
  await choosePreset(page, "Vanilla, all large");
}

test("two tabs that ask again after every refusal stay under the day's cap", async ({
  page,
  context,
}) => {
  test.slow();
  const server = await startChatServer({ script: () => ({ kind: "text", text: long }) });
  await openPage(page);
  await vanillaAtServer(page, server);
  await askToTheEnd(page, "Which sea is it, without a cap?");
  const oneUsd = spentUsd(server);
  expect(server.calls).toHaveLength(1);
  const cap = Number((oneUsd * 4.5).toFixed(4));
  await capDay(page, cap);

  const other = await context.newPage();
  await openPage(other);
  for (let round = 1; round <= 4; round += 1) {
    await Promise.all([
      askToTheEnd(page, `Which sea is it, round ${round}?`),
      askToTheEnd(other, `Which lake is it, round ${round}?`),
    ]);
    expect(spentUsd(server)).toBeLessThanOrEqual(cap);
  }
  expect(server.calls).toHaveLength(4);
  for (const tab of [page, other]) {
    await expect(tab.getByText("The spending cap was reached")).toBeVisible();
  }
  await settingsPage(page, "Caps");
  await expect(page.getByText(`Counted today: $${spentUsd(server).toFixed(4)}`)).toBeVisible();
  await server.close();
});

test("a clock that jumps to tomorrow and back gives the day no second cap", async ({ page }) => {
  const server = await startChatServer({ script: () => ({ kind: "text", text: long }) });
  await openPage(page);
  await vanillaAtServer(page, server);
  await capDay(page, 1e6);
  await askToTheEnd(page, "Which sea borders Estonia?");
  const oneUsd = spentUsd(server);
  await capDay(page, Number((oneUsd * 1.5).toFixed(4)));

  const now = Date.now();
  await page.clock.setSystemTime(now + 86_400_000);
  await askToTheEnd(page, "Which sea borders Latvia?");
  expect(server.calls).toHaveLength(2);
  await page.clock.setSystemTime(now);
  await askToTheEnd(page, "Which sea borders Lithuania?");
  await expect(page.getByText("The spending cap was reached")).toBeVisible();
  expect(server.calls).toHaveLength(2);
  await server.close();
});

test("a damaged day refuses until a person counts it anew", async ({ page }) => {
  const server = await startChatServer({ script: large });
  await openPage(page);
  await capped(page, server, "end the run");
  await settingsPage(page, "Caps");
  await page.getByRole("dialog").getByLabel("A question, in dollars").fill("");
  await page.keyboard.press("Escape");
  await capDay(page, 1);
  await page.evaluate(damageToday);
  await askQuestion(page, firstExample);
  const alert = page.getByRole("alert").first();
  await expect(alert).toContainText("cannot be read", { timeout: answerTimeout });
  expect(server.calls).toEqual([]);
  await alert.getByRole("button", { name: "Look at the caps" }).click();
  await page.getByRole("button", { name: "Count today again" }).click();
  await page.getByRole("button", { name: "Begin at $0" }).click();
  await expect(page.getByText("Today is counted again, from $0.")).toBeVisible();
  await page.keyboard.press("Escape");
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  expect(server.calls.length).toBeGreaterThan(0);
  await server.close();
});

/** Runs in the page. */
async function damageToday(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("hopwise");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction("spending", "readwrite");
    transaction.objectStore("spending").put("nothing", new Date().toISOString().slice(0, 10));
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}
