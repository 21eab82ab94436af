import { expect, type Page } from "@playwright/test";
import { foldTrace } from "../src/folds/trace.ts";
import { openRunFile, writeRunFile } from "../src/log/file.ts";
import { fakeRun } from "../src/testing/fake-run.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  choosePreset,
  expectAccessible,
  expectNoSidewaysScroll,
  firstExample,
  fromRunMenu,
  openPage,
  openRun,
  savedRun,
  settingsPage,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";
import {
  asksForSummary,
  type Reply,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

const plan =
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Latvia\n[Unsolved Query]: Which sea borders Latvia?\n[Final Content]: a sea [2]";
const summary =
  "Answer: the Baltic Sea\nTallinn is the capital of Estonia [1], which lies on the Baltic Sea [2].";

const article = (page: Page) => page.getByRole("article");

async function openRuns(page: Page): Promise<void> {
  await page.goto("/#runs");
  await expect(page.getByRole("heading", { name: "Runs", exact: true })).toBeFocused();
}

async function savedLog(page: Page) {
  return openRunFile(await savedRun(page));
}

test("a crashed tab loses the running step at most; another tab sees the run, renames it and goes on", async ({
  page,
  context,
}) => {
  let summaries = 0;
  const script = (request: ServedRequest): Reply => {
    if (!asksForSummary(request)) return { kind: "text", text: plan };
    summaries += 1;
    // Without a first summary, the run is certainly still in progress.
    return summaries === 1 ? { kind: "silent" } : { kind: "text", text: summary };
  };
  const server = await startChatServer({ script });
  await openPage(page);
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
  await askQuestion(page, firstExample);
  await expect.poll(() => summaries, { timeout: answerTimeout }).toBe(1);

  const other = await context.newPage();
  await openRuns(other);
  await expect(article(other).getByText("under way")).toBeVisible();
  await expect(article(other).getByRole("button", { name: /^Delete/u })).toBeDisabled();
  await article(other)
    .getByRole("button", { name: /^Rename/u })
    .click();
  await other.getByRole("textbox", { name: "New title" }).fill("The sea");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByRole("article", { name: "The sea" })).toBeVisible();

  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  await other.reload();
  await expect(article(other).getByText("broke off")).toBeVisible();
  await expectAccessible(other);
  await article(other).getByRole("button", { name: "Go on with: The sea" }).click();
  expect(await waitForAnswer(other)).toContain("Baltic Sea");
  expect(server.calls.filter(({ reply }) => reply === "text")).toHaveLength(2);

  const log = await savedLog(other);
  const resumed = log.findIndex(({ type }) => type === "run-resume");
  const lastVerdict = log.findLastIndex(({ type }) => type === "verdict");
  expect(lastVerdict).toBeGreaterThan(0);
  expect(resumed).toBeGreaterThan(lastVerdict);
  expect(log[0]).toMatchObject({ type: "run-start", continues: { beforeSeq: resumed } });

  await other.getByRole("link", { name: "Runs" }).click();
  await expect(article(other)).toHaveCount(1);
  await expect(
    article(other).getByText(/^(?:found|partly found|may be right|probably wrong), .* % sure$/u),
  ).toBeVisible();
  await server.close();
});

test("a run that two tabs correct at once goes on in both, and neither is lost", async ({
  page,
  context,
}) => {
  test.setTimeout(2 * answerTimeout + 60_000);
  await openPage(page);
  await chooseMethod(page, "Self-Ask");
  await askQuestion(page, firstExample);
  await waitForAnswer(page);
  const other = await context.newPage();
  await openRuns(other);
  await article(other).getByRole("button", { name: /^Open/u }).click();
  const tabs = [
    { tab: page, word: "Latvia" },
    { tab: other, word: "Finland" },
  ] as const;
  for (const { tab, word } of tabs) {
    await stepsOf(tab).nth(2).press("Enter");
    await article(tab).getByLabel("The right answer").fill(word);
  }
  await Promise.all(
    tabs.map(({ tab }) =>
      article(tab).getByRole("button", { name: "Use my answer and continue" }).click(),
    ),
  );
  for (const { tab, word } of tabs) {
    await waitForAnswer(tab);
    const { corrections } = foldTrace(await savedLog(tab));
    expect(corrections).toMatchObject([{ answer: word }]);
  }
  await openRuns(page);
  await expect(article(page)).toHaveCount(3);
});

test("runs are found, opened, compared, deleted and brought back, by keys too", async ({
  page,
}) => {
  await openPage(page);
  const runs = [
    fakeRun(),
    fakeRun().map((event) =>
      event.type === "verdict" && event.node === "n4" ? { ...event, span: "dirham" } : event,
    ),
  ].map((log, index) =>
    log.map((event) =>
      event.type === "run-start"
        ? { ...event, runId: `run-${index}`, question: `Question number ${index}?` }
        : event,
    ),
  );
  for (const log of runs) {
    await openRun(page, log);
    await fromRunMenu(page, "Keep in your runs");
    await expect(page.getByText("Kept in your runs")).toBeVisible();
  }
  await page.reload();
  await page.getByRole("link", { name: "Runs" }).focus();
  await page.keyboard.press("Enter");
  await expect(article(page)).toHaveCount(2);
  await page.getByRole("textbox", { name: /^Search/u }).fill("NUMBER 1?");
  await expect(article(page)).toHaveCount(1);
  await page.getByRole("textbox", { name: /^Search/u }).fill("");

  await page.getByRole("checkbox", { name: "Compare: Question number 0?" }).press("Space");
  await page.getByRole("checkbox", { name: "Compare: Question number 1?" }).press("Space");
  await page.getByRole("button", { name: "Compare them" }).press("Enter");
  const parting = page.getByRole("row", { name: /diverges here/u });
  await expect(parting).toContainText("dirham");
  await expect(parting).toContainText("ouguiya");
  const sides = ["First run", "Second run"].map((side) =>
    page.getByRole("region", { name: `Steps of ${side}` }),
  );
  for (const side of sides) {
    await expect(side.getByRole("treeitem", { name: /Diverges here/u })).toHaveCount(1);
  }
  const [left, right] = await Promise.all(sides.map((side) => side.boundingBox()));
  expect(left?.y).toBe(right?.y);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.goBack();

  await page.getByRole("button", { name: "Delete: Question number 0?" }).press("Enter");
  await expect(article(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(article(page)).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open: Question number 1?" }).press("Enter");
  await expect(page.getByText("Opened from your runs")).toBeVisible();
});

test("a full browser is met with a choice", async ({ page }) => {
  // FAKE full disk: it refuses every further chunk.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function refusing(value: unknown, key?: IDBValidKey) {
      const request = put.call(this, value, key);
      if (this.name === "runLogs" && localStorage.getItem("full") === "yes") {
        const { transaction } = this;
        const error = new DOMException("no room", "QuotaExceededError");
        Object.defineProperty(transaction, "error", { get: () => error });
        transaction.abort();
      }
      return request;
    };
  });
  await openPage(page);
  const file = (id: string) => ({
    name: "a.run.json",
    mimeType: "application/json",
    buffer: Buffer.from(
      writeRunFile(
        fakeRun().map((event) => (event.type === "run-start" ? { ...event, runId: id } : event)),
      ),
    ),
  });
  const input = page.locator('input[aria-label="Open run"]').first();
  await input.setInputFiles(file("first"));
  await fromRunMenu(page, "Keep in your runs");
  await expect(page.getByText("Kept in your runs")).toBeVisible();
  await page.evaluate(() => localStorage.setItem("full", "yes"));
  await input.setInputFiles(file("second"));
  await fromRunMenu(page, "Keep in your runs");
  const alert = page.getByRole("alert").filter({ hasText: "no more room" });
  await expect(alert.getByRole("button", { name: "Save this run as a file" })).toBeVisible();
  await expect(alert.getByRole("button", { name: "Go on without keeping it" })).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => localStorage.removeItem("full"));
  await alert.getByRole("button", { name: /^Delete the 1 oldest run/u }).click();
  await expect(alert).toBeHidden();
  await page.getByRole("link", { name: "Runs" }).click();
  await expect(article(page)).toHaveCount(1);
});
