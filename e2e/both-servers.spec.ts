import { expect, type Locator, type Page } from "@playwright/test";
import { foldLedger, type Ledger } from "../src/folds/ledger.ts";
import { openRunFile } from "../src/log/file.ts";
import type { Tier } from "../src/log/types.ts";
import { test } from "./guard.ts";
import {
  askAnother,
  askQuestion,
  choosePreset,
  expectGoodLooks,
  firstExample,
  looks,
  openMeter,
  openPage,
  savedRun,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import {
  type ChatServer,
  type Reply,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

// No weights may be fetched; with recorded answers none would be.
test.use({ model: "real" });

const said: Readonly<Record<string, unknown>> = {
  choice: { answer: "no" },
  chain: {
    steps: [
      { query: "Which country has Tallinn as its capital?", answer: "Estonia" },
      { query: "Which sea borders Estonia?", answer: "the Baltic Sea" },
    ],
    final: "the Baltic Sea",
  },
  summary: {
    reasoning: "Tallinn is the capital of Estonia [1], which lies on the Baltic Sea [2].",
    answer: "the Baltic Sea",
  },
};

function script({ response_format }: ServedRequest): Reply {
  const name = response_format?.json_schema?.name ?? "";
  return { kind: "text", text: JSON.stringify(said[name] ?? { answer: "none" }) };
}

async function servers(): Promise<Record<Tier, ChatServer>> {
  const [small, large] = await Promise.all([
    startChatServer({ script, models: ["tiny", "tinier"] }),
    startChatServer({ script, models: ["gpt-4.1-mini"] }),
  ]);
  return { small, large };
}

function partOf(page: Page, name: string): Locator {
  return page.getByRole("dialog").getByRole("region", { name, exact: true });
}

async function connect(part: Locator, server: ChatServer, model: string): Promise<void> {
  await part.getByLabel("Provider").selectOption({ label: "Another address" });
  await part.getByLabel("Base address").fill(server.baseUrl);
  await part.getByLabel("Model", { exact: true }).fill(model);
  await part.getByRole("button", { name: "Test connection" }).click();
  await expect(part.getByText(/answered in/u)).toBeVisible();
}

async function connectBoth(page: Page, { small, large }: Record<Tier, ChatServer>): Promise<void> {
  await settingsPage(page, "Small model");
  const smallPart = partOf(page, "Small model");
  await smallPart.getByLabel("Answers").selectOption({ label: "on a server" });
  await connect(smallPart, small, "tiny");
  await expect(smallPart.getByText(/From a server on your own/u)).toBeVisible();
  await settingsPage(page, "Large model");
  await connect(partOf(page, "Large model"), large, "gpt-4.1-mini");
}

async function ledgerOf(page: Page): Promise<Ledger> {
  return foldLedger(openRunFile(await savedRun(page)));
}

function countedBy({ calls }: ChatServer, from: number) {
  const own = calls.slice(from);
  const sum = (of: (call: (typeof own)[number]) => number) =>
    own.reduce((total, call) => total + of(call), 0);
  return {
    calls: own.length,
    promptTokens: sum((call) => call.promptTokens),
    generatedTokens: sum((call) => call.completionTokens),
    bytesSent: sum((call) => call.bodyBytes),
  };
}

test("a whole run of two servers: the meter counts what each of them counts", async ({ page }) => {
  const both = await servers();
  const { small, large } = both;
  const weights: string[] = [];
  page.on("request", (request) => {
    if (/models\/.*lm.*\.onnx/u.test(request.url())) weights.push(request.url());
  });
  await openPage(page);
  await connectBoth(page, both);
  const largePart = partOf(page, "Large model");
  await expect(largePart.getByText(/No price for this model at this address/u)).toBeVisible();
  await expect(
    largePart.getByRole("button", { name: /^Count as OpenAI gpt-4.1-mini/u }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await choosePreset(page, "LaLM+SmLM");
  const plan = page.getByRole("group", { name: "Plan" });
  await plan.getByRole("radio", { name: "small model", exact: true }).check();
  const hosts = { small: new URL(small.baseUrl).host, large: new URL(large.baseUrl).host };
  await expect(page.getByText(`The small model may send the question`)).toContainText(hosts.small);
  const before = { small: small.calls.length, large: large.calls.length };

  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  const { byTier, total, bytesByDestination } = await ledgerOf(page);
  const counted = {
    small: countedBy(small, before.small),
    large: countedBy(large, before.large),
  };
  expect(byTier.small).toMatchObject(counted.small);
  expect(byTier.large).toMatchObject(counted.large);
  expect(counted.small.calls).toBeGreaterThan(1);
  expect(counted.large.calls).toBeGreaterThan(0);
  // The loopback server is free; a gateway's cost is unknown.
  expect(byTier.small).toMatchObject({ usd: 0, unknownUsdCalls: 0 });
  expect(byTier.large.unknownUsdCalls).toBe(counted.large.calls);
  expect(Object.fromEntries(bytesByDestination)).toEqual({
    [new URL(small.baseUrl).origin]: counted.small.bytesSent,
    [new URL(large.baseUrl).origin]: counted.large.bytesSent,
  });

  const meter = await openMeter(page);
  const row = (label: string) => meter.locator("dl > div", { hasText: label });
  const figure = (value: number) => value.toLocaleString("en");
  const { small: s, large: l } = counted;
  await expect(row("Tokens read")).toContainText(
    `${figure(s.promptTokens)} small, ${figure(l.promptTokens)} large`,
  );
  await expect(row("Tokens written")).toContainText(
    `${figure(s.generatedTokens)} small, ${figure(l.generatedTokens)} large`,
  );
  await expect(row("Left this tab")).toContainText(hosts.small);
  await expect(row("Left this tab")).toContainText(hosts.large);
  await expect(row("Left this machine")).toContainText("nothing");
  await expect(meter.getByText("—", { exact: true }).first()).toBeVisible();
  expect(total.unknownUsdCalls).toBe(counted.large.calls);
  expect(weights).toEqual([]);
  await expectGoodLooks(page, looks.slice(1, 3));

  await settingsPage(page, "Large model");
  await largePart.getByRole("button", { name: /^Count as OpenAI gpt-4.1-mini/u }).click();
  await expect(largePart.getByText(/^Counted as OpenAI, gpt-4.1-mini/u)).toBeVisible();
  const [read, written] = await Promise.all(
    ["read", "written"].map(async (name) =>
      Number(await largePart.getByLabel(name, { exact: true }).inputValue()),
    ),
  );
  await expectGoodLooks(page, looks.slice(1, 3));
  await page.keyboard.press("Escape");
  const then = large.calls.length;
  await askAnother(page, "Which sea borders the country whose capital is Riga?");
  const priced = await ledgerOf(page);
  const paid = countedBy(large, then);
  expect(priced.byTier.large.calls).toBe(paid.calls);
  expect(priced.total.usd).toBeCloseTo(
    (paid.promptTokens * (read ?? 0) + paid.generatedTokens * (written ?? 0)) / 1e6,
    12,
  );
  expect(priced.total.unknownUsdCalls).toBe(0);
  await Promise.all([small.close(), large.close()]);
});

test("what may not leave the tab is not sent to this machine's server either", async ({ page }) => {
  const both = await servers();
  await openPage(page);
  await connectBoth(page, both);
  await settingsPage(page, "Privacy");
  const privacy = partOf(page, "What may leave this device");
  await privacy.getByRole("radio", { name: "Nothing", exact: true }).check();
  await expect(privacy.getByText(/Your small model answers at/u)).toContainText(
    new URL(both.small.baseUrl).origin,
  );
  await page.keyboard.press("Escape");
  const before = both.small.calls.length + both.large.calls.length;
  await askQuestion(page, firstExample);
  await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 120_000 });
  expect(both.small.calls.length + both.large.calls.length).toBe(before);
  await Promise.all([both.small.close(), both.large.close()]);
});
