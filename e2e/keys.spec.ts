/** A key is sent only to its origin, and a settings file changes nothing unasked. */
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  expectGoodLooks,
  firstExample,
  openPage,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import { type ChatServer, type Reply, startChatServer } from "./servers/chat-server.ts";

const key = "sk-of-the-first-provider";
const plan =
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Estonia\n[Final Content]: Estonia [1]";
const reply: Reply = { kind: "text", text: plan };

async function openSettings(page: Page): Promise<Locator> {
  await settingsPage(page, "Large model");
  return page.getByRole("dialog", { name: "Engines, key and library" });
}

async function useAddress(dialog: Locator, server: ChatServer): Promise<void> {
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
}

test("a key typed for one provider never reaches the next one", async ({ page }) => {
  const [a, b] = await Promise.all([
    startChatServer({ script: () => reply }),
    startChatServer({ script: () => reply }),
  ]);
  const heard: string[] = [];
  page.on("request", async (request) => {
    if (request.url().startsWith(b.baseUrl)) heard.push(JSON.stringify(await request.allHeaders()));
  });
  await openPage(page);
  const dialog = await openSettings(page);
  await dialog.getByLabel("Provider").selectOption("OpenAI");
  await dialog.getByLabel("Key", { exact: true }).fill(key);
  await useAddress(dialog, a);
  await expect(dialog.getByLabel("Key", { exact: true })).toHaveValue("");
  await expect(dialog.getByText(/is for https:\/\/api\.openai\.com\. It has been/u)).toBeVisible();
  await dialog.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/answered in/u)).toBeVisible();
  expect(a.calls.map(({ authorization }) => authorization)).toContain(`Bearer ${key}`);

  await dialog.getByLabel("Base address").fill(b.baseUrl);
  await dialog.getByLabel("Remember the key in this browser").check();
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/answered in/u)).toBeVisible();
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
  await askQuestion(page, firstExample);
  await waitForAnswer(page);
  expect(b.calls.length).toBeGreaterThan(1);
  expect(b.calls.map(({ authorization }) => authorization)).toEqual(b.calls.map(() => null));
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.join("\n")).not.toContain(key);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain(key);
  await Promise.all([a.close(), b.close()]);
});

const file = JSON.stringify({
  format: "hopwise-settings",
  version: 1,
  preferences: {
    large: {
      preset: "custom",
      baseUrl: "https://evil.example/v1",
      model: "m",
      organisation: "",
      price: null,
      rememberKey: true,
    },
    caps: { perQuestionUsd: null, perDayUsd: null },
    privacy: "everything",
  },
});

test("a settings file is asked about", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("hopwise.preferences") !== null) return;
    const caps = { perQuestionUsd: null, perDayUsd: 0.1 };
    const privacy = "no-passages";
    localStorage.setItem("hopwise.preferences", JSON.stringify({ caps, privacy }));
  });
  await openPage(page);
  await settingsPage(page, "As a file");
  const before = await page.evaluate(() => localStorage.getItem("hopwise.preferences"));
  const input = page.locator('input[aria-label="Take settings from a file"]');
  const give = () =>
    input.setInputFiles({
      name: "from-a-friend.json",
      mimeType: "application/json",
      buffer: Buffer.from(file),
    });
  const asks = page.getByRole("dialog", { name: "Take these settings?" });
  await give();
  await expect(asks.getByRole("heading", { name: "https://evil.example" })).toBeVisible();
  await expect(
    asks.getByText(/would go to https:\/\/evil\.example \(now: nowhere\)/u),
  ).toBeVisible();
  await expect(asks.getByText(/stays 0\.1 \(the file: no cap\)/u)).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press("Escape");
  await expect(asks).toBeHidden();
  await expect(page.getByText("Nothing was changed.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("hopwise.preferences"))).toBe(before);

  await give();
  await asks.getByRole("button", { name: "Take these settings" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The settings were taken from the file.")).toBeVisible();
  await settingsPage(page, "Large model");
  await expect(page.getByLabel("Base address")).toHaveValue("https://evil.example/v1");
  await settingsPage(page, "Caps");
  await expect(page.getByLabel("A day, in dollars")).toHaveValue("0.1");
});
