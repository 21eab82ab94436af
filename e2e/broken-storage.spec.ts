import { expect, type Page } from "@playwright/test";
import { summaryOf } from "../src/features/runs/run-recorder.ts";
import { fakeRun } from "../src/testing/fake-run.ts";
import { fakeSettings } from "../src/testing/fakes.ts";
import { test } from "./guard.ts";
import {
  askQuestion,
  chooseMethod,
  choosePreset,
  expectAccessible,
  expectNoSidewaysScroll,
  firstExample,
  openPage,
  settingsPage,
  slowSmallModels,
  waitForAnswer,
} from "./journey.ts";
import { startChatServer } from "./servers/chat-server.ts";

/** Arrow functions, because their source is sent to the browser. */
const faults: Record<string, () => void> = {
  blocked: () => {
    // Acts like an old tab that never closes.
    const request = indexedDB.open("hopwise", 1);
    request.onsuccess = () => Reflect.set(window, "held", request.result);
  },
  refusing: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("refused", "UnknownError");
    };
  },
  newer: () => {
    const request = indexedDB.open("hopwise", 99);
    request.onsuccess = () => request.result.close();
  },
  closing: () => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version);
      request.addEventListener("success", () => request.result.close());
      return request;
    };
  },
  silent: () => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name) {
      const request = open.call(this, `${name} unheard`);
      for (const type of ["success", "error", "upgradeneeded"]) {
        request.addEventListener(type, (event) => event.stopImmediatePropagation());
      }
      return request;
    };
  },
  deaf: () => {
    for (const method of ["get", "getAll", "getAllKeys", "getKey", "put", "count"] as const) {
      const ask: unknown = Reflect.get(IDBObjectStore.prototype, method);
      if (typeof ask !== "function") continue;
      Reflect.set(IDBObjectStore.prototype, method, function (this: object, ...given: unknown[]) {
        const request: EventTarget = Reflect.apply(ask, this, given);
        for (const type of ["success", "error"]) {
          request.addEventListener(type, (event) => event.stopImmediatePropagation());
        }
        return request;
      });
    }
  },
};

for (const [kind, fault] of Object.entries(faults)) {
  test(`a storage that is ${kind}: the small model answers, Stop works, and the page says what is not kept`, async ({
    page,
  }) => {
    await page.addInitScript(fault);
    await openPage(page);
    // This tests the store, so one call is enough.
    await chooseMethod(page, "Vanilla");
    await askQuestion(page, firstExample);
    expect(await waitForAnswer(page)).not.toBe("");
    const answer = page.getByRole("region", { name: "Answer" });
    await expect(answer.getByText(/This run is not kept in this browser/u)).toBeVisible({
      timeout: 30_000,
    });
    await page.screenshot({ path: `test-results/not-kept-${kind}.png`, fullPage: true });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      answer.getByRole("button", { name: "Save this run as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.run\.json$/u);

    slowSmallModels(page);
    await askQuestion(page, "Which river runs through the capital of Austria?");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();

    await page.goto("/#runs");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("cannot be read now", { timeout: 20_000 });
    await expect(
      alert.getByRole("button", { name: /^(Try again|Reload the page)$/u }),
    ).toBeVisible();
  });
}

test("a store that never answers holds no large model under a cap, and Stop ends the wait", async ({
  page,
}) => {
  const server = await startChatServer({ script: () => ({ kind: "text", text: "unused" }) });
  await page.addInitScript(faults["silent"] ?? (() => undefined));
  await openPage(page);
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await page.keyboard.press("Escape");
  await choosePreset(page, "CoopLLM without Decision");
  await askQuestion(page, firstExample);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
});

test("a tab that a newer page wants the store of lets go of it at once", async ({
  page,
  context,
}) => {
  await openPage(page);
  await page.goto("/#runs");
  await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  const newer = await context.newPage();
  await newer.goto("/");
  const opened = await newer.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open("hopwise", 99);
        request.onsuccess = () => resolve("opened");
        request.onblocked = () => resolve("blocked");
      }),
  );
  expect(opened).toBe("opened");
});

async function poison(page: Page, store: string, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([name, id, row]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("hopwise");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(String(name), "readwrite");
          transaction.objectStore(String(name)).put(row, String(id));
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    [store, key, value],
  );
}

test("a poisoned report and a poisoned run leave the Lab and Runs usable, and are deleted by keyboard", async ({
  page,
}) => {
  await openPage(page);
  await page.goto("/#runs");
  await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  const row = summaryOf(fakeRun(), { begunEpochMs: 1e12, savedEpochMs: 1e12 }, 10);
  await poison(page, "runs", "good-run", { ...row, id: "good-run" });
  await poison(page, "runs", "bad-run", { ...row, id: "bad-run", begunEpochMs: 9e99 });
  const batch = {
    id: "bad-batch",
    title: "Poisoned",
    createdEpochMs: 9e99,
    set: "set",
    questionCount: 1,
    library: "shared",
    configurations: [{ id: "SSS", title: "SSS", settings: fakeSettings, small: null }],
    models: { small: "m", large: null },
    largePrice: null,
    budgetUsd: null,
    seed: 1,
  };
  await poison(page, "labBatches", "bad-batch", { batch, imported: true, keepsLogs: true });
  await page.reload();

  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByText(/^This run cannot be shown/u)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/damaged-run.png" });
  await page.getByRole("button", { name: /^Delete .*bad-run/u }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deleted.")).toBeFocused();
  await expect(page.getByText(/^This run cannot be shown/u)).toHaveCount(0);

  await page.goto("/#lab");
  await expect(page.getByText(/^This batch cannot be shown/u)).toBeVisible();
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.screenshot({ path: "test-results/damaged-batch.png" });
  await page.getByRole("button", { name: /^Delete .*bad-batch/u }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deleted.")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: "Run it on my questions" })).toBeVisible();
  await expect(page.getByText(/cannot be shown/u)).toHaveCount(0);
});
