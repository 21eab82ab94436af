import { expect, type Page } from "@playwright/test";
import { foldLedger } from "../src/folds/ledger.ts";
import { foldTrace } from "../src/folds/trace.ts";
import { openRunFile } from "../src/log/file.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  firstExample,
  openPage,
  savedRun,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import {
  asksForSummary,
  type ChatServer,
  type Reply,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

const plan =
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Latvia\n[Unsolved Query]: Which sea borders Latvia?\n[Final Content]: a sea [2]";
const summary =
  "Answer: the Baltic Sea\nTallinn is the capital of Estonia [1], which lies on the Baltic Sea [2].";
const key = "sk-secret-for-this-test";

/** FAKE: it replies with the plan first, then the summary. */
function large(request: ServedRequest): Reply {
  return { kind: "text", text: asksForSummary(request) ? summary : plan };
}

async function configure(page: Page, server: ChatServer): Promise<void> {
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByLabel("Key", { exact: true }).fill(key);
  await dialog.getByLabel("read", { exact: true }).fill("1");
  await dialog.getByLabel("written", { exact: true }).fill("2");
}

async function giveToLarge(page: Page): Promise<void> {
  await choosePreset(page, "LaLM+SmLM");
  for (const stage of ["Plan", "Conclude"]) {
    const choices = page.getByRole("group", { name: stage });
    await choices.getByRole("radio", { name: "large model, paid" }).check();
  }
}

test("plan and summary go to the server, and the meter counts what it counts", async ({ page }) => {
  const server = await startChatServer({ script: large, apiKey: key });
  await openPage(page);
  await configure(page, server);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/answered in/u)).toBeVisible();
  const before = server.totals();
  await page.keyboard.press("Escape");
  await giveToLarge(page);
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");

  const file = await savedRun(page);
  expect(file).not.toContain(key);
  const events = openRunFile(file);
  expect(foldTrace(events).stageTiers).toEqual({
    plan: "large",
    solve: "small",
    summarise: "large",
  });
  const { byModel, byStage, total, bytesByDestination } = foldLedger(events);
  const after = server.totals();
  const charged = byModel.get("remote/fake-large");
  expect(after.calls - before.calls).toBe(2);
  expect(charged?.calls).toBe(2);
  expect(charged?.promptTokens).toBe(after.promptTokens - before.promptTokens);
  expect(charged?.generatedTokens).toBe(after.completionTokens - before.completionTokens);
  expect(total.usd).toBeCloseTo(
    ((charged?.promptTokens ?? 0) + 2 * (charged?.generatedTokens ?? 0)) / 1e6,
    12,
  );
  expect(byStage.solve.usd).toBe(0);
  const sent = server.calls.slice(-2).reduce((sum, call) => sum + call.bodyBytes, 0);
  expect([...bytesByDestination.values()]).toEqual([sent]);
  await server.close();
});

for (const [title, reply, sentence] of [
  ["a wrong key", { kind: "unauthorised" }, /key/iu],
  ["a missing path", { kind: "path-not-found" }, /path|address/iu],
  ["an unknown model", { kind: "model-unknown" }, /model/iu],
  ["a web page for an answer", { kind: "html" }, /understand|not .*answer|page/iu],
  ["a stream cut in the middle", { kind: "cut", text: plan, afterTokens: 5 }, /cut|broke|ended/iu],
] as const satisfies readonly [string, Reply, RegExp][]) {
  test(`${title} ends in words with a way on, and nothing is lost`, async ({ page }) => {
    const server = await startChatServer({ script: () => reply });
    await openPage(page);
    await configure(page, server);
    await page.keyboard.press("Escape");
    await choosePreset(page, "CoopLLM without Decision");
    await askQuestion(page, firstExample);
    const alert = page.getByRole("alert").first();
    await expect(alert).toBeVisible({ timeout: 120_000 });
    await expect(alert).toContainText(sentence);
    await expect(alert.getByRole("button").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "More for this run" })).toBeVisible();
    await expect(page.getByLabel("Your question")).toHaveValue(firstExample);
    await server.close();
  });
}

test("a spending cap stops the run before it is crossed", async ({ page }) => {
  const server = await startChatServer({ script: large });
  await openPage(page);
  await configure(page, server);
  await settingsPage(page, "Caps");
  await page.getByRole("dialog").getByLabel("A question, in dollars").fill("0.000001");
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
  await askQuestion(page, firstExample);
  await expect(page.getByRole("alert").first()).toContainText(/cap/iu, { timeout: 120_000 });
  expect(server.calls).toEqual([]);
  await server.close();
});

test("a plan that broke off is retried from there, and what it had cost is kept", async ({
  page,
}) => {
  let asked = 0;
  const script = (request: ServedRequest): Reply => {
    asked += 1;
    return asked === 1 ? { kind: "cut", text: plan, afterTokens: 5 } : large(request);
  };
  const server = await startChatServer({ script });
  await openPage(page);
  await configure(page, server);
  await page.keyboard.press("Escape");
  await giveToLarge(page);
  await askQuestion(page, firstExample);
  await page
    .getByRole("button", { name: "Retry where it broke off" })
    .click({ timeout: answerTimeout });
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  expect(asked).toBe(3);
  const { total } = foldLedger(openRunFile(await savedRun(page)));
  expect(total.largeCalls).toBe(3);
  const sent = server.calls.reduce((sum, call) => sum + call.bodyBytes, 0);
  expect(total.bytesSent).toBe(sent);
  await server.close();
});
