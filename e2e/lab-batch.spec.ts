/**
 * The large model is FAKE. After a reload, a dead worker and a dead server the figures are those of
 * an undisturbed batch.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { linesOf, readReport } from "../src/evaluation/batch/report.ts";
import type { LabResult } from "../src/evaluation/types.ts";
import { test } from "./guard.ts";
import { answerTimeout, openPage, textOf } from "./journey.ts";
import { deathOfModel } from "./recorded-calls/protocol.ts";
import {
  asksForSummary,
  type ChatServer,
  type Reply,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

const places = [
  ["Estonia", "Tallinn", "the Baltic Sea"],
  ["Portugal", "Lisbon", "the Tagus"],
  ["Hungary", "Budapest", "the Danube"],
] as const;

const file = {
  name: "waters.jsonl",
  mimeType: "application/x-ndjson",
  buffer: Buffer.from(
    places
      .map(([country, capital, water], index) =>
        JSON.stringify({
          id: `w${index}`,
          question: `Which water lies at the capital of ${country}?`,
          answers: [water],
          context: [
            { title: country, sentences: [`The capital of ${country} is ${capital}.`] },
            { title: capital, sentences: [`${capital} lies at ${water}.`] },
          ],
        }),
      )
      .join("\n"),
  ),
};

/** The reply depends on the request alone, so retries agree. */
function large(request: ServedRequest): Reply {
  const asked = request.messages.at(-1)?.content ?? "";
  const [country, capital, water] =
    places.find((names) => names.some((name) => asked.includes(name))) ?? places[0];
  if (asksForSummary(request)) return { kind: "text", text: `Answer: ${water}\n${water} [1].` };
  if (/passage/iu.test(asked))
    return { kind: "text", text: asked.includes("water") ? water : capital };
  return {
    kind: "text",
    text: `[Query 1]: What is the capital of ${country}?\n[Answer 1]: ${capital}\n[Query 2]: Which water lies at ${capital}?\n[Answer 2]: ${water}\n[Final Content]: ${water} [2]`,
    delayMs: 5,
  };
}

async function newBatch(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#lab/new";
  });
  await page.locator('input[aria-label^="Choose"]').setInputFiles(file);
  await expect(page.getByText(/3 questions can be asked/u)).toBeVisible();
  await page.getByRole("radio", { name: "Small and large in every stage" }).check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("region", { name: "Progress" })).toBeVisible();
}

async function openLab(page: Page, server: ChatServer): Promise<void> {
  const price = {
    inputPerMillion: 1,
    outputPerMillion: 2,
    cachedInputPerMillion: null,
    source: "set by hand",
    asOf: "2026-01-01",
  };
  const large = {
    preset: "custom",
    baseUrl: server.baseUrl,
    model: "fake-large",
    organisation: "",
    price,
    rememberKey: false,
  };
  await page.addInitScript((kept) => {
    localStorage.setItem("hopwise.preferences", kept);
  }, JSON.stringify({ large }));
  await openPage(page);
}

const state = (page: Page) => page.getByRole("region", { name: "Progress" });

async function answered(page: Page): Promise<number> {
  const line = state(page).getByText(/^\d+ of \d+$/u);
  const text = (await line.count()) === 0 ? "" : ((await line.first().textContent()) ?? "");
  return Number(/^\d+/u.exec(text)?.[0] ?? 0);
}

async function untilAnswered(page: Page, least: number): Promise<void> {
  // The next action must happen before the batch ends.
  const often = { timeout: answerTimeout, intervals: [100] };
  await expect.poll(() => answered(page), often).toBeGreaterThanOrEqual(least);
}

async function figures(page: Page) {
  const menu = page.locator("details").filter({ hasText: "Run logs" });
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: answerTimeout }),
    menu.getByRole("button", { name: "Report" }).click(),
  ]);
  const text = await textOf(download);
  const results: LabResult[] = [];
  await readReport(linesOf(pieces(text)), {
    begin: async () => undefined,
    question: async () => undefined,
    result: async (result) => void results.push(result),
    log: async () => undefined,
  });
  return results
    .map(({ question, configuration, outcome, prediction, metrics, total }) => {
      const { calls, largeCalls, tokens, largeTokens, usd } = total;
      const spent = { calls, largeCalls, tokens, largeTokens, usd };
      return { key: `${question} ${configuration}`, outcome, prediction, metrics, spent };
    })
    .sort((a, b) => a.key.localeCompare(b.key));
}

async function* pieces(text: string) {
  yield text;
}

/** Loads the real model, because a new context has no recorded answers. */
async function undisturbed(browser: Browser) {
  const server = await startChatServer({ script: large });
  const context = await browser.newContext();
  const page = await context.newPage();
  await openLab(page, server);
  await newBatch(page);
  await expect(page.getByText("Complete.").first()).toBeVisible({ timeout: answerTimeout });
  const whole = await figures(page);
  await context.close();
  await server.close();
  return whole;
}

test("a batch survives a reload, a dead worker and a dead server, and a second one costs no call", async ({
  page,
  browser,
}) => {
  test.setTimeout(420_000);
  const server = await startChatServer({ script: large });
  await openLab(page, server);
  await newBatch(page);

  await untilAnswered(page, 4);
  await page.reload();
  await expect(state(page)).toBeVisible();
  expect(await answered(page)).toBeGreaterThanOrEqual(4);
  await page.getByRole("button", { name: "Go on" }).click();

  await untilAnswered(page, 9);
  await page.evaluate((type) => window.dispatchEvent(new Event(type)), deathOfModel);
  await untilAnswered(page, 14);

  await server.close();
  await expect(page.getByText("Paused.").first()).toBeVisible({ timeout: answerTimeout });
  await expect(page.getByText(/server does not answer as it should/u)).toBeVisible();
  const back = await startChatServer({ script: large, port: Number(new URL(server.baseUrl).port) });
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Complete.").first()).toBeVisible({ timeout: answerTimeout });
  const broken = await figures(page);
  expect(broken).toHaveLength(24);
  expect(broken.every(({ outcome }) => outcome === "answered")).toBe(true);

  const before = back.calls.length;
  await newBatch(page);
  await expect(page.getByText("Complete.").first()).toBeVisible({ timeout: answerTimeout });
  expect(back.calls).toHaveLength(before);
  expect(await figures(page)).toEqual(broken);
  await back.close();

  expect(await undisturbed(browser)).toEqual(broken);
});
