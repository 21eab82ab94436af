import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import {
  type Download,
  expect,
  type Locator,
  type Page,
  test,
  type Worker,
} from "@playwright/test";
import type { Trace } from "../src/folds/trace.ts";
import { foldTrace } from "../src/folds/trace.ts";
import type { RunEvent } from "../src/log/events.ts";
import { openRunFile, writeRunFile } from "../src/log/file.ts";
import { slowRecordedCalls } from "./recorded-calls/recorded-calls.ts";

export const firstExample = "Which sea borders the country whose capital is Tallinn?";

export const firstExampleLabel = "Sea at the country whose capital is Tallinn";

/** In milliseconds, on two busy cores. */
export const answerTimeout = 200_000;

/** Opens without the recorded run, as after closing it once. */
export async function openPage(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("hopwise.recording", "closed"));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
}

export async function openFlipped(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByText(/Read by the large model: wrong → right/u)).toBeVisible({
    timeout: 60_000,
  });
}

export async function openMethod(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Method", exact: true });
  if (!(await dialog.isVisible())) await page.getByRole("button", { name: /^Method: /u }).click();
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function closeMethod(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Method", exact: true });
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

export async function choosePreset(page: Page, title: string): Promise<void> {
  const dialog = await openMethod(page);
  await dialog.getByLabel("Preset").selectOption({ label: title });
  await closeMethod(page);
}

/** Also selects the method's first preset that can run. */
export async function chooseMethod(page: Page, title: string): Promise<void> {
  const dialog = await openMethod(page);
  await dialog.getByRole("radio", { name: title, exact: true }).check();
  await closeMethod(page);
}

export async function openMeter(page: Page): Promise<Locator> {
  const meter = page.getByRole("region", { name: "Meter", exact: true });
  const toggle = meter.getByRole("button", { name: "Details", exact: true });
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  return meter;
}

export async function askQuestion(page: Page, question: string): Promise<void> {
  await page.getByLabel("Your question").fill(question);
  await page.getByRole("button", { name: /^Ask(?: with small)?$/u }).click();
  // Until screening ends, the page still shows the run before.
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByText(/^Model ready|Model ready \(/u)).toBeVisible({
    timeout: answerTimeout,
  });
  const chain = page.getByRole("region", { name: "Chain of queries" });
  await expect(chain.getByRole("progressbar")).toHaveCount(0, { timeout: answerTimeout });
}

/** A run then lasts as long as a test needs. */
export function slowSmallModels(page: Page, milliseconds = 200): () => Promise<void> {
  const slowed: Worker[] = [];
  const slow = (worker: Worker) => {
    if (!worker.url().includes("model.worker")) return;
    slowed.push(worker);
    void worker.evaluate(slowWords, milliseconds).catch(() => undefined);
  };
  for (const worker of page.workers()) slow(worker);
  page.on("worker", slow);
  const letGo = slowRecordedCalls(page, milliseconds);
  return async () => {
    letGo();
    page.off("worker", slow);
    // A worker may have ended meanwhile.
    await Promise.allSettled(slowed.map((worker) => worker.evaluate(slowWords, 0)));
  };
}

/** In the worker, each token costs a single `fill`. */
function slowWords(milliseconds: number): void {
  const { prototype } = Float32Array;
  const kept: unknown = Reflect.get(globalThis, "fillAtOnce");
  const fill = typeof kept === "function" ? kept : prototype.fill;
  Reflect.set(globalThis, "fillAtOnce", fill);
  const turn = new Int32Array(new SharedArrayBuffer(4));
  prototype.fill = function (...given) {
    if (given[0] === Number.NEGATIVE_INFINITY) Atomics.wait(turn, 0, 0, milliseconds);
    return Reflect.apply(fill, this, given);
  };
}

/** Works only without a service worker. */
export async function holdFiles(page: Page, path: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    // The page may have cancelled the request.
    await route.continue().catch(() => undefined);
  });
  return release;
}

export async function waitForAnswer(page: Page): Promise<string> {
  await expect(page.getByRole("button", { name: "Copy with sources" })).toBeVisible({
    timeout: answerTimeout,
  });
  const short = page.getByRole("region", { name: "Answer" }).locator("p").first();
  return (await short.textContent()) ?? "";
}

/** The first step is the question. */
export function stepsOf(page: Page): Locator {
  return page.getByRole("tree", { name: "Steps of the run" }).getByRole("treeitem");
}

export async function askAnother(page: Page, question: string): Promise<string> {
  await askQuestion(page, question);
  await expect(stepsOf(page).first()).toHaveAccessibleName(new RegExp(escaped(question), "u"), {
    timeout: answerTimeout,
  });
  return waitForAnswer(page);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}

/** The run file of *Save run*. */
export async function savedRun(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    fromRunMenu(page, "Save run"),
  ]);
  return textOf(download);
}

export async function savedTrace(page: Page): Promise<Trace> {
  return foldTrace(openRunFile(await savedRun(page)));
}

export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** axe mistakes these for skip links if they are below the visible area. */
const toView = /^<a [^>]*href="#(?:lab|runs|library)\b/u;

/** Throws an error that lists the violated rules. */
export async function expectAccessible(page: Page): Promise<void> {
  // The usual mode opens another page for each look, for frames of other hosts; here are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) => {
    const at = nodes.filter(({ html }) => !(id === "skip-link" && toView.test(html)));
    return at.length === 0 ? [] : [`${id}: ${at.map(({ target }) => target).join(" ")}`];
  });
  expect(found).toEqual([]);
}

export interface Look {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

export const looks: readonly Look[] = [
  { width: 360, height: 740, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
];

/** Changes looks within one page, so that a slow state is built once. */
export async function expectGoodLooks(
  page: Page,
  inLooks: readonly Look[] = looks,
  also: (look: Look) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const look of inLooks) {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    // Contrast is too low halfway between two colour schemes.
    await page.waitForTimeout(200);
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((one) => one instanceof CSSTransition)
          .map(({ finished }) => finished),
      ),
    );
    await test.step(`${look.width} px, ${look.colorScheme}`, async () => {
      await also(look);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
}

/** Sums shifts without user input; call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const worst = { value: 0 };
    // Cumulative Layout Shift is the worst session window: at most 1 s between shifts, 5 s in all.
    let window = { value: 0, from: 0, to: 0 };
    Object.assign(globalThis, { shifts: worst });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && !("hadRecentInput" in entry && entry.hadRecentInput)) {
          const at = entry.startTime;
          if (at - window.to > 1000 || at - window.from > 5000)
            window = { value: 0, from: at, to: at };
          window.value += Number(entry.value);
          window.to = at;
          worst.value = Math.max(worst.value, window.value);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { shifts } = globalThis as unknown as { shifts: { value: number } };
      return shifts.value;
    });
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scroll).toBeLessThanOrEqual(client ?? 0);
}

/** On a narrow page the control is in the menu. */
export async function pressInHeader(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const wanted = page.getByRole("button", { name, exact: true });
  // Right after a reload neither exists.
  await menu.or(wanted).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await wanted.click();
}

export async function openRun(page: Page, events: readonly RunEvent[]): Promise<void> {
  await page
    .locator('input[aria-label="Open run"]')
    .first()
    .setInputFiles({
      name: "a.run.json",
      mimeType: "application/json",
      buffer: Buffer.from(writeRunFile(events)),
    });
  await expect(page.getByText("Opened from a file")).toBeVisible();
}

export async function linkOf(page: Page): Promise<string> {
  await fromRunMenu(page, "Share");
  const field = page.getByRole("textbox", { name: /^The link/u });
  await expect(field).toBeVisible();
  return field.inputValue();
}

export async function fromRunMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More for this run" }).first().click();
  await page.getByRole("button", { name, exact: true }).click();
}

export async function settingsPage(page: Page, name: string): Promise<void> {
  const subjects = page.getByRole("navigation", { name: "Parts of the settings" });
  if (!(await subjects.isVisible())) {
    await pressInHeader(page, "Engines and key");
  }
  await subjects.getByRole("button", { name, exact: true }).click();
}
