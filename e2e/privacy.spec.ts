/** A FAKE large model records what it was sent. */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { openRunLink } from "../src/features/share/link.ts";
import type { LookUp } from "../src/log/compact.ts";
import { passage } from "../src/log/types.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askAnother,
  askQuestion,
  chooseMethod,
  choosePreset,
  expectAccessible,
  expectGoodLooks,
  linkOf,
  looks,
  openPage,
  savedTrace,
  settingsPage,
  waitForAnswer,
} from "./journey.ts";
import { type ChatServer, startChatServer } from "./servers/chat-server.ts";

const secret = "Quetzal Lund";
/** The words around it may not leave. */
const quoted = "in the yard of the old harbour";
const document = {
  name: "ferries.txt",
  mimeType: "text/plain",
  buffer: Buffer.from(`The ship Bluebell was built by ${secret} ${quoted} in 1931.\n`),
};

/** The palette's keys work once the page is idle. */
async function openPart(page: Page, part: string): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Commands" });
  await expect(async () => {
    await page.keyboard.press("Control+K");
    await expect(palette).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type(part);
  await page.keyboard.press("Enter");
}

async function letLeave(page: Page, level: string): Promise<void> {
  await openPart(page, "What may leave");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: level, exact: true }).check();
  await page.keyboard.press("Escape");
}

async function setUp(page: Page, server: ChatServer): Promise<void> {
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill(server.baseUrl);
  await dialog.getByLabel("Model", { exact: true }).last().fill("fake-large");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your own documents" }).click();
  await dialog.getByLabel("Add documents", { exact: true }).setInputFiles([document]);
  await expect(dialog.getByText("Searched by words and by meaning.")).toBeVisible({
    timeout: answerTimeout,
  });
  await page.keyboard.press("Escape");
  await chooseMethod(page, "Direct RAG");
  await choosePreset(page, "Direct RAG, all large");
}

test("a document stays here when only questions may leave", async ({ page }) => {
  const server = await startChatServer({
    script: () => ({ kind: "text", text: "Answer: nobody knows" }),
  });
  await openPage(page);
  await setUp(page, server);
  await letLeave(page, "Questions only");
  await expect(page.getByText("Nothing read in your own documents goes along.")).toBeVisible();

  await askQuestion(page, "Who built the ship Bluebell?");
  await waitForAnswer(page);
  expect(JSON.stringify(server.calls)).not.toContain(secret);
  expect(server.calls).toEqual([]);
  const kept = [...(await savedTrace(page)).calls.values()].map(({ start }) => start);
  for (const { model, withheld } of kept) {
    expect(model.tier).toBe("small");
    expect(withheld).toMatchObject({ reason: "findings" });
  }

  // Control: with everything allowed, the secret arrives.
  await letLeave(page, "Everything that the stages need");
  await askAnother(page, "Who was the builder of the Bluebell?");
  expect(JSON.stringify(server.calls)).toContain(secret);
  await server.close();
});

async function markPublic(page: Page, isPublic: boolean): Promise<void> {
  await page.getByRole("button", { name: "Your own documents" }).click();
  const dialog = page.getByRole("dialog");
  const mark = dialog.getByRole("checkbox", { name: "Anyone may read these documents" });
  // The mark shows the stored value, a moment later.
  await mark.click();
  await expect(mark).toBeChecked({ checked: isPublic });
  const line = dialog.getByRole("radio", { name: /My documents.*, public/u });
  await expect(line).toHaveCount(isPublic ? 1 : 0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
}

const lookUpOnDisk: LookUp = async (library) => {
  const lines = await readFile(`public/library/${library}/passages.jsonl`, "utf8");
  const passages = lines.split("\n").filter(Boolean);
  return new Map(
    passages.map((line) => {
      const { id, title, text } = passage.parse(JSON.parse(line));
      return [id, { title, text }];
    }),
  );
};

async function shared(page: Page): Promise<string> {
  const link = await linkOf(page);
  await page.keyboard.press("Escape");
  return JSON.stringify(await openRunLink(new URL(link).hash, lookUpOnDisk));
}

test("passages leave from a library that anyone may read, and from no other", async ({ page }) => {
  const server = await startChatServer({
    script: () => ({ kind: "text", text: "Answer: nobody knows" }),
  });
  await openPage(page);
  await setUp(page, server);
  await letLeave(page, "No passages");

  // The library is not marked public.
  await askQuestion(page, "Who built the ship Bluebell?");
  await waitForAnswer(page);
  expect(server.calls).toEqual([]);
  expect((await savedTrace(page)).start?.library.visibility).toBe("private");
  expect(await shared(page)).not.toContain(quoted);

  await markPublic(page, true);
  await askAnother(page, "Who was the builder of the Bluebell?");
  expect(JSON.stringify(server.calls)).toContain(secret);
  const marked = await savedTrace(page);
  expect(marked.start?.library.visibility).toBe("public");
  expect([...marked.calls.values()].flatMap(({ start }) => start.withheld ?? [])).toEqual([]);
  expect(await shared(page)).toContain(quoted);

  await markPublic(page, false);
  const told = server.calls.length;
  await askAnother(page, "By whom was the Bluebell built?");
  expect(server.calls).toHaveLength(told);
  expect(await shared(page)).not.toContain(quoted);
  await server.close();
});

test("what may leave, in every look", async ({ page }) => {
  await openPage(page);
  await openPart(page, "What may leave");
  const part = page.getByRole("region", { name: "What may leave this device" });
  await part.getByRole("radio", { name: "No passages" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(part.getByRole("radio", { name: "Questions only" })).toBeChecked();
  await expectGoodLooks(page, looks, ({ width, colorScheme }) =>
    page.screenshot({ path: test.info().outputPath(`privacy-${width}-${colorScheme}.png`) }),
  );
});

test("that something may leave is read whole at the switches, in every look", async ({ page }) => {
  await openPage(page);
  await settingsPage(page, "Large model");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Base address").fill("https://large.example/v1");
  await dialog.getByLabel("Model", { exact: true }).last().fill("a-large-one");
  await page.keyboard.press("Escape");
  const plan = page.getByRole("group", { name: "Plan" });
  await plan.getByRole("radio", { name: "large model, paid" }).check({ force: true });
  await expect(page.getByText(/Plan may send .+ to large\.example/u)).toBeVisible();
  const way = page.getByRole("button", { name: "What may leave" });
  await expectGoodLooks(page, looks, async () => expect(await hiddenPixels(way)).toBe(0));
});

/** Counts pixels that overflow the clipping ancestor. */
function hiddenPixels(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    let most = 0;
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const edge = around.getBoundingClientRect();
      most = Math.max(most, right - edge.right, bottom - edge.bottom);
    }
    return most;
  });
}
