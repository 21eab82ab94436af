/** What a run does that meets a spending cap, as the person chose. */
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  firstExample,
  openPage,
  waitForAnswer,
} from "./journey.ts";
import { type ChatServer, type ServedRequest, startChatServer } from "./servers/chat-server.ts";

const plan =
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Estonia\n[Query 2]: Which sea borders Estonia?\n[Answer 2]: the Baltic Sea\n[Final Content]: the Baltic Sea [2]";
const summary =
  "Answer: the Baltic Sea\nTallinn is the capital of Estonia [1], which lies on the Baltic Sea [2].";

function large(request: ServedRequest) {
  const asked = request.messages.at(-1)?.content ?? "";
  return { kind: "text" as const, text: asked.includes("[Question]:") ? summary : plan };
}

/** A large model that plans and sums up, under a cap that no call of it fits. */
async function capped(page: Page, server: ChatServer, atCap: string): Promise<void> {
  await page.getByRole("button", { name: "Engines and key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByLabel("read", { exact: true }).fill("1");
  await dialog.getByLabel("written", { exact: true }).fill("2");
  await dialog.getByLabel("A question, in dollars").fill("0.000001");
  await dialog.getByLabel("When a cap is reached").selectOption({ label: atCap });
  await page.keyboard.press("Escape");
  await choosePreset(page, "LaLM+SmLM");
}

test("it goes on with the small model, and nothing is sent", async ({ page }) => {
  const server = await startChatServer({ script: large });
  await openPage(page);
  await capped(page, server, "go on with the small model");
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  await expect(page.getByText("The small model did the rest.")).toBeVisible();
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
