import { expect, type Locator, type Page } from "@playwright/test";
import { toolsText } from "../src/features/settings/text/tools.ts";
import { whyText } from "../src/features/tree/text/why.ts";
import type { Trace } from "../src/folds/trace.ts";
import type { ErrorCode } from "../src/log/errors.ts";
import { methods } from "../src/methods/index.ts";
import type { MethodInfo } from "../src/runtime/method.ts";
import { type Reply, startSearchServer } from "../src/testing/tools/search-server.ts";
import { controlWords, optionWord } from "../src/ui-kit/text/controls.ts";
import { errorText } from "../src/ui-kit/text/errors.ts";
import { text } from "../src/ui-kit/text/page.ts";
import { fixLabels } from "../src/ui-kit/text/problems.ts";
import { test } from "./guard.ts";
import {
  askAnother,
  chooseMethod,
  closeMethod,
  complaintsOf,
  expectAccessible,
  firstExample,
  openMethod,
  openPage,
  savedTrace,
  settingsPage,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";

/** Alternated, so that no answer is the previous one's. */
const questions = [firstExample, "Which currency is used in the country whose capital is Tallinn?"];

async function openFirstStep(page: Page): Promise<Locator> {
  const list = page.getByRole("button", { name: "List" });
  if ((await list.getAttribute("aria-pressed")) !== "true") await list.click();
  await stepsOf(page).nth(1).click();
  return page.getByRole("article").getByRole("region", { name: whyText.title });
}

async function expectReason(page: Page, trace: Trace): Promise<void> {
  const why = await openFirstStep(page);
  const step = page.getByRole("article");
  const query = (await step.getByRole("heading", { level: 3 }).textContent()) ?? "";
  const node = [...trace.nodes.values()].find((one) => one.query === query);
  if (node === undefined) throw new Error(`no step of the run is “${query}”`);
  await expect(step).toContainText(text.tree.status[node.status]);
  const told = (title: string) => why.getByRole("heading", { name: title, exact: true });
  await expect(told(whyText.gate)).toHaveCount(node.gate === null ? 0 : 1);
  await expect(told(whyText.filter)).toHaveCount(node.filter === null ? 0 : 1);
  if (node.source !== null) await expect(why).toContainText(node.source.tool.title);
  expect(node.verdict, "the step has ended").not.toBeNull();
  if (node.verdict !== null) await expect(why).toContainText(whyText.exits[node.verdict.verdict]);
}

for (const kind of ["paper", "own", "baseline"] satisfies MethodInfo["kind"][]) {
  test.describe(() => {
    // A recorded answer would not show whether a paper's prompts still work.
    if (kind === "paper") test.use({ model: "real" });

    test(`each ${kind} method answers, grows a tree and says why`, async ({ page }) => {
      const complaints = complaintsOf(page);
      await openPage(page);
      const ofKind = methods.all.filter((method) => method.kind === kind);
      for (const [index, { id, title }] of ofKind.entries()) {
        await test.step(title, async () => {
          await chooseMethod(page, title);
          const answer = await askAnother(page, questions[index % questions.length] ?? "");
          expect(answer.trim()).not.toBe("");
          const trace = await savedTrace(page);
          expect(trace.outcome).toBe("answered");
          expect(trace.start?.settings.method).toBe(id);
          expect(trace.nodes.size).toBeGreaterThan(0);
          expect(await stepsOf(page).count()).toBeGreaterThan(trace.nodes.size);
          await expectReason(page, trace);
        });
      }
      await expectAccessible(page);
      expect(complaints).toEqual([]);
    });
  });
}

test("a method is chosen and asked without a mouse", async ({ page }) => {
  await openPage(page);
  const chip = page.getByRole("button", { name: /^Method: /u });
  const methods = page.getByRole("dialog", { name: "Method", exact: true });
  const question = page.getByLabel("Your question");
  await pressUntil(page, "Tab", chip);
  await page.keyboard.press("Enter");
  const wanted = methods.getByRole("radio", { name: "Direct RAG", exact: true });
  await pressUntil(page, "Tab", methods.getByRole("radio", { checked: true }));
  await pressUntil(page, "ArrowDown", wanted);
  await expect(wanted).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(chip).toBeFocused();
  await expect(chip).toHaveAccessibleName(/Direct RAG/u);
  await pressUntil(page, "Shift+Tab", question);
  await page.keyboard.type("What is the capital of Estonia?");
  await page.keyboard.press("Enter");
  expect(await waitForAnswer(page)).toContain("Tallinn");
});

async function pressUntil(page: Page, key: string, there: Locator): Promise<void> {
  const isThere = () => there.evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) {
    await page.keyboard.press(key);
  }
  await expect(there).toBeFocused();
}

test("what cannot run together is explained, stops Ask, and is mended by a click", async ({
  page,
}) => {
  await openPage(page);
  await chooseMethod(page, "Own combination");
  const filter = page.getByLabel(controlWords["filter.kind"].label);
  const openSettings = async () => {
    const dialog = await openMethod(page);
    await dialog.getByText(text.stages.advanced, { exact: true }).click();
  };
  await openSettings();
  await filter.selectOption({ label: optionWord("filter.kind", "batch") });
  const reason = page.getByText(/The encoder reads one passage at a time/u);
  await expect(reason.first()).toBeVisible();
  expect(await reason.count()).toBe(2);
  await expectAccessible(page);
  await closeMethod(page);
  await expect(reason).toBeVisible();
  await expectAccessible(page);
  const question = page.getByLabel("Your question");
  const askButton = page.getByRole("button", { name: "Ask", exact: true });
  await expect(askButton).toHaveAttribute("aria-disabled", "true");
  await question.fill(firstExample);
  await question.press("Enter");
  await expect(page.getByText("It cannot run like this.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await page.getByRole("button", { name: fixLabels["batch-by-encoder"] }).click();
  await expect(reason).toHaveCount(0);
  await openSettings();
  await expect(filter).toHaveValue("per-passage");
  await closeMethod(page);
  await expect(askButton).not.toHaveAttribute("aria-disabled", "true");
});

test("a search service that fails is told of, and the library answers in its place", async ({
  page,
}) => {
  let reply: Reply = { kind: "silent" };
  const server = await startSearchServer(() => reply, { "Access-Control-Allow-Origin": "*" });
  await openPage(page);
  await chooseMethod(page, "Direct RAG");
  await useService(page, server.origin);
  const faults: [Reply, ErrorCode][] = [
    [{ kind: "silent" }, "tool-timeout"],
    [{ kind: "status", status: 429 }, "tool-rate-limited"],
    [{ kind: "status", status: 500 }, "tool-server-error"],
    [{ kind: "text", text: "<!doctype html><p>Hi", type: "text/html" }, "tool-bad-response"],
    [{ kind: "text", text: "", type: "application/json" }, "tool-bad-response"],
    [{ kind: "huge", bytes: 10_000_000 }, "tool-bad-response"],
  ];
  for (const [index, [fault, code]] of faults.entries()) {
    await test.step(`${fault.kind}: ${code}`, async () => {
      reply = fault;
      expect(await askAnother(page, questions[index % questions.length] ?? "")).not.toBe("");
      const trace = await savedTrace(page);
      expect(trace.outcome).toBe("answered");
      const [node] = trace.nodes.values();
      const [failure] = node?.toolFailures ?? [];
      expect(failure?.error.code).toBe(code);
      if (failure === undefined) return;
      const why = await openFirstStep(page);
      const { title } = errorText(failure.error);
      await expect(why).toContainText(whyText.failed("SearXNG", title));
      await expect(why).toContainText(whyText.instead(whyText.searchModes.hybrid));
    });
  }
  await test.step("it finds nothing, which is no failure", async () => {
    reply = { kind: "json", body: { results: [] } };
    expect(await askAnother(page, questions[0] ?? "")).not.toBe("");
    const [node] = (await savedTrace(page)).nodes.values();
    expect(node?.toolFailures).toEqual([]);
  });
  await test.step("it answers, and its passage is cited", async () => {
    const content = "Estonia's capital is Tallinn. Its currency is the euro.";
    reply = {
      kind: "json",
      body: { results: [{ title: "Estonia", content, url: "https://e.example/" }] },
    };
    expect(await askAnother(page, questions[1] ?? "")).toContain("euro");
    await openFirstStep(page);
    await expect(page.getByText("Its currency is the").first()).toBeAttached();
  });
  await server.close();
});

async function useService(page: Page, origin: string): Promise<void> {
  await settingsPage(page, "Search services");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: toolsText.kind }).selectOption({ label: "SearXNG" });
  await dialog.getByRole("button", { name: toolsText.add }).click();
  const service = dialog.getByRole("group", { name: "SearXNG" });
  await service.getByLabel(toolsText.address).fill(origin);
  await service.getByRole("button", { name: toolsText.use }).click();
  await expect(service).toContainText(toolsText.inUse);
  await page.keyboard.press("Escape");
}
