import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  expectAccessible,
  openPage,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";

async function openRun(page: Page, text: string): Promise<void> {
  await page
    .locator('input[aria-label="Open run"]')
    .first()
    .setInputFiles({ name: "x.run.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

test("an empty question and one of 20,000 characters are told apart, and kept", async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("There is no question yet");
  const long = "why ".repeat(5000);
  await askQuestion(page, long);
  await expect(page.getByRole("alert")).toContainText(/too long/iu);
  await expect(page.getByLabel("Your question")).toHaveValue(long);
});

test("noise makes no call, a misspelt name is mended by one press, a follow-up goes on", async ({
  page,
}) => {
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  const field = page.getByLabel("Your question");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  await askQuestion(page, "asdfghjkl qwer");
  await expect(page.getByRole("alert")).toContainText("no words to look up");
  await expectAccessible(page);
  await askQuestion(page, "Which country has Talinn as its capital?");
  await expect(page.getByRole("alert")).toContainText("“Talinn” is not a name in the library");
  await expect(page.getByText(/^Model ready/u)).toHaveCount(0);
  await press("Did you mean Tallinn?");
  await expect(field).toHaveValue("Which country has Tallinn as its capital?");
  expect(await waitForAnswer(page)).toContain("Estonia");

  await askQuestion(page, "And its currency?");
  await expect(page.getByText("Here “its” means Estonia.")).toBeVisible();
  await expect(field).toHaveValue("What is Estonia's currency?");
  await waitForAnswer(page);
  await expectAccessible(page);
  await press(/^Before: Which country/u);
  // The follow-up's answer is shown until it opens.
  await expect.poll(() => waitForAnswer(page)).toContain("Estonia");
});

test("script tags, right-to-left text and emoji are text", async ({ page }) => {
  await openPage(page);
  let executed = false;
  page.on("dialog", async (dialog) => {
    executed = true;
    await dialog.dismiss();
  });
  await choosePreset(page, "SearChain, all small");
  const hostile =
    "<script>alert(1)</script><img src=x onerror=alert(2)> ما عاصمة مصر؟ 🐫 </textarea>";
  await askQuestion(page, hostile);
  await waitForAnswer(page);
  await expect(page.getByLabel("Your question")).toHaveValue(hostile);
  await expect(page.getByLabel("Your question")).toHaveAttribute("dir", "auto");
  expect(executed).toBe(false);
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("a run file that is broken, foreign, too new or old", async ({ page }) => {
  await openPage(page);
  for (const broken of ["{", "[]", '{"format":"hopwise-run","events":[{"type":"nope"}]}']) {
    await openRun(page, broken);
    await expect(page.getByRole("alert").first()).toContainText(
      /run file|cannot be (?:read|opened)/iu,
    );
  }
  const { old, future } = runsOfOtherVersions();
  await openRun(page, future);
  await expect(page.getByRole("alert").first()).toContainText(/newer/iu);
  await openRun(page, old);
  await expect(page.getByText("Opened from a file")).toBeVisible();
  await expect(page.getByLabel("Your question")).toHaveValue("An old question?");
});

test("a corpus with bad lines: the good ones are used, the bad ones listed", async ({ page }) => {
  await openPage(page);
  await settingsPage(page, "Library");
  const dialog = page.getByRole("dialog");
  const lines = [
    '{"id":"1","title":"Bluebell","text":"The Bluebell is a ship built by Ada Lund in 1931."}',
    "this is not JSON",
    '{"id":"2","title":"Ada Lund","text":"Ada Lund was a shipwright born in Bergen."}',
  ];
  await dialog.getByLabel("Add documents", { exact: true }).setInputFiles({
    name: "ships.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(lines.join("\n")),
  });
  await expect(dialog.getByText("Line 2: it is not JSON")).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, "In which city was the builder of the ship Bluebell born?");
  await waitForAnswer(page);
  await expect(page.getByText(/Bluebell/u).first()).toBeVisible();
});

function runsOfOtherVersions(): { old: string; future: string } {
  const model = { engine: "e", model: "m", tier: "small", destination: "device", price: null };
  const start = {
    type: "run-start",
    seq: 0,
    atMs: 0,
    version: 1,
    runId: "r",
    startedAtEpochMs: 0,
    question: "An old question?",
    settings: {
      method: "coop-llm",
      plan: "small",
      solve: "small",
      summarise: "small",
      rewriter: "vanilla",
      maxRounds: 5,
      confidenceThreshold: 0.5,
      decisionThreshold: 0.5,
      duplicateThreshold: 0.85,
      retrieval: { mode: "bm25", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.4 } },
      switches: { fillProcessedQueries: true, emptySpanGuard: true, repeatStop: true },
    },
    small: model,
    large: null,
    library: { id: "l", title: "L", edition: "1", passages: 1, visibility: "private" },
  };
  const end = { type: "run-end", seq: 1, atMs: 5, outcome: "cancelled", error: null };
  const file = (version: number) =>
    JSON.stringify({ format: "hopwise-run", events: [{ ...start, version }, end] });
  return { old: file(1), future: file(99) };
}
