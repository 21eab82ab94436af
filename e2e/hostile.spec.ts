/** A malicious server must neither block the page nor cause a leak. */
import { expect, type Page } from "@playwright/test";
import { foldLedger } from "../src/folds/ledger.ts";
import { openRunFile } from "../src/log/file.ts";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  firstExample,
  openPage,
  savedRun,
  settingsPage,
} from "./journey.ts";
import {
  type Attack,
  event,
  flood,
  type HostileServer,
  lastEvents,
  startHostileServer,
  streamHead,
} from "./servers/hostile-server.ts";

// Screenshots are long tasks themselves.
test.use({ trace: "off" });

/** In milliseconds: 61 on two idle cores, up to 220 beside another journey. */
const longestTaskMs = 300;

interface Task {
  at: number;
  milliseconds: number;
}

async function begin(page: Page, server: HostileServer): Promise<void> {
  await page.addInitScript(() => {
    const tasks: Task[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        tasks.push({ at: performance.timeOrigin + startTime, milliseconds: duration });
      }
    }).observe({ entryTypes: ["longtask"] });
  });
  await openPage(page);
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await dialog.getByLabel("read", { exact: true }).fill("1");
  await dialog.getByLabel("written", { exact: true }).fill("2");
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
  await askQuestion(page, firstExample);
}

/** Tasks under 50 ms count as 0. */
async function longestSince(page: Page, sinceEpochMs: number): Promise<number> {
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: Task[] }).tasks);
  return Math.max(
    0,
    ...tasks.filter(({ at }) => at >= sinceEpochMs).map((one) => one.milliseconds),
  );
}

function held(attack: Attack) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    arrived,
    release: () => release(),
    attack: (async (response, request) => {
      arrive();
      await released;
      await attack(response, request);
    }) satisfies Attack,
  };
}

function report(what: string, figures: Record<string, number>): void {
  console.log(`${what}: ${JSON.stringify(figures)}`);
}

const refusal = 'data: {"error":{"message":"That is all."}}\n\n';
const big = event("x".repeat(60_000));
const attacks: [string, Attack][] = [
  [
    "a short answer that fails",
    (response) => {
      response.writeHead(200, streamHead).end(event("x") + refusal);
    },
  ],
  [
    "a stream of 30 MB",
    async (response) => {
      response.writeHead(200, streamHead);
      await flood(response, big, 500);
      response.end(lastEvents);
    },
  ],
  [
    "30 MB in one event",
    async (response) => {
      response.writeHead(200, streamHead);
      response.write('data: {"choices":[{"index":0,"delta":{"content":"');
      await flood(response, "x".repeat(60_000), 500);
      response.end(`"}}]}\n\n${lastEvents}`);
    },
  ],
  [
    "60,000 events of one letter, all at once",
    (response) => {
      response.writeHead(200, streamHead);
      response.end(event("x").repeat(60_000) + refusal);
    },
  ],
];

test("whatever streams in does not hold the page up, and Stop answers within a second", async ({
  page,
}) => {
  test.setTimeout(600_000);
  let current = held(() => undefined);
  const server = await startHostileServer((response, request) => current.attack(response, request));
  async function ask(script: Attack): Promise<number> {
    current = held(script);
    if (server.requests.length === 0) await begin(page, server);
    else await askQuestion(page, firstExample);
    await current.arrived;
    await expect(page.getByRole("alert")).toHaveCount(0);
    current.release();
    return Date.now();
  }
  for (const [title, script] of attacks) {
    const before = server.requests.length;
    const since = await ask(script);
    // Polls rarely, because each poll is a task of the page.
    await page.waitForFunction(() => document.querySelector("[role=alert]") !== null, null, {
      polling: 200,
      timeout: 200_000,
    });
    const seconds = (Date.now() - since) / 1000;
    const longest = await longestSince(page, since);
    report(title, {
      seconds,
      longestTaskMs: longest,
      requests: server.requests.length - before,
    });
    expect(longest, title).toBeLessThan(longestTaskMs);
    expect(seconds, title).toBeLessThan(30);
  }

  const since = await ask(async (response) => {
    response.writeHead(200, streamHead);
    await flood(response, event("x"), 1e9);
  });
  await page.waitForTimeout(300);
  const pressed = Date.now();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeEnabled();
  const milliseconds = Date.now() - pressed;
  report("Stop", { milliseconds, longestTaskMs: await longestSince(page, since) });
  await server.close();
  // It takes 110 ms idle and up to 980 ms busy, half a second of it for polling.
  expect(milliseconds).toBeLessThan(3000);
});

test("a redirect is not followed: the second server sees nothing, the meter what left", async ({
  page,
}) => {
  const second = await startHostileServer((response) => {
    response.writeHead(200, streamHead).end(event("Got you.") + lastEvents);
  });
  const first = await startHostileServer((response) => {
    response.writeHead(307, { Location: `${second.baseUrl}/chat/completions` }).end();
  });
  await begin(page, first);
  const alert = page.getByRole("alert").first();
  await expect(alert).toBeVisible({ timeout: 200_000 });
  const { bytesByDestination } = foldLedger(openRunFile(await savedRun(page)));
  const reached = first.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const leaked = second.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  report("redirect", { reached, leaked, shown: bytesByDestination.get(first.origin) ?? 0 });
  await Promise.all([first.close(), second.close()]);
  expect(second.requests).toEqual([]);
  expect([...bytesByDestination]).toEqual([[first.origin, reached]]);
  await expect(alert).toContainText(/moved/iu);
});
