/**
 * The page is on a plain host, isolated by the service worker. Servers with CORS, without it, and
 * no server must be distinguished.
 */
import { createServer } from "node:net";
import { expect, type Page } from "@playwright/test";
import { toolsText } from "../src/features/settings/text/tools.ts";
import { startSearchServer } from "../src/testing/tools/search-server.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  firstExample,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import { asksForSummary, type ServedRequest, startChatServer } from "./servers/chat-server.ts";
import { type ServedFiles, serveWithoutHeaders } from "./servers/files.ts";

// Without brands the page isolates itself as in Firefox.
test.use({ serviceWorkers: "allow", userAgent: "" });
test.setTimeout(2 * answerTimeout);

let host: ServedFiles | null = null;
test.beforeEach(async ({ page }) => {
  host = await serveWithoutHeaders();
  // The page does not reload while a recording plays.
  await page.addInitScript(() => localStorage.setItem("hopwise.recording", "closed"));
  await page.goto(host.url);
  // The page reloads once, for its threads.
  await page.waitForEvent("load", { timeout: 60_000 });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
test.afterEach(() => host?.stop());

async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

async function testLarge(page: Page, baseUrl: string) {
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByRole("button", { name: "Test connection" }).click();
  return dialog;
}

test("a large model's server that refuses pages is told from none, and from one that answers", async ({
  page,
}) => {
  const script = () => ({ kind: "text", text: "yes" }) as const;
  const [refusing, answering] = await Promise.all([
    startChatServer({ script, cors: false }),
    startChatServer({ script }),
  ]);
  const refused = await testLarge(page, refusing.baseUrl);
  await expect(refused).toContainText(/Something answers at .* does not allow pages .*CORS/u);
  const silent = await testLarge(page, `${await nobody()}/v1`);
  await expect(silent).toContainText(/Nothing answers at .*Is the server running/u);
  const good = await testLarge(page, answering.baseUrl);
  await expect(good).toContainText(/answered in/u);
  await Promise.all([refusing.close(), answering.close()]);
});

test("so is a search service's", async ({ page }) => {
  const body = {
    results: [{ title: "Estonia", content: "On the Baltic Sea.", url: "https://e.example/" }],
  };
  const script = () => ({ kind: "json", body }) as const;
  const [refusing, answering] = await Promise.all([
    startSearchServer(script),
    startSearchServer(script, { "Access-Control-Allow-Origin": "*" }),
  ]);
  await settingsPage(page, "Search services");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: toolsText.kind }).selectOption({ label: "SearXNG" });
  await dialog.getByRole("button", { name: toolsText.add }).click();
  const service = dialog.getByRole("group", { name: "SearXNG" });
  const ask = async (origin: string) => {
    await service.getByLabel(toolsText.address).fill(origin);
    await service.getByRole("button", { name: toolsText.test }).click();
  };
  await ask(refusing.origin);
  await expect(service).toContainText(/Something answers at .* does not allow pages .*CORS/u);
  await ask(await nobody());
  await expect(service).toContainText(/Nothing answers at .*Is SearXNG running/u);
  await ask(answering.origin);
  await expect(service).toContainText(/1 passage in/u);
  await Promise.all([refusing.close(), answering.close()]);
});

test("an isolated page asks a large model and a search service of other origins", async ({
  page,
}) => {
  const model = await startChatServer({
    script: (request: ServedRequest) => ({
      kind: "text",
      text: asksForSummary(request)
        ? "Answer: the Baltic Sea\nTallinn is the capital of Estonia [1], on the Baltic Sea [2]."
        : "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Estonia\n[Query 2]: Which sea borders Estonia?\n[Answer 2]: the Baltic Sea\n[Final Content]: the Baltic Sea [2]",
    }),
  });
  await testLarge(page, model.baseUrl);
  await page.keyboard.press("Escape");
  await choosePreset(page, "LaLM+SmLM");
  for (const stage of ["Plan", "Conclude"]) {
    const choices = page.getByRole("group", { name: stage });
    await choices.getByRole("radio", { name: "large model, paid" }).check();
  }
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  expect(model.totals().calls).toBeGreaterThan(1);
  await model.close();
});
