import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { text } from "../src/ui-kit/text/page.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  complaintsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  openPage,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";

// What is asked of own documents goes all the way to the real model.
test.use({ model: "real" });

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const file = (name: string, mimeType: string, text: string): GivenFile => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

const others = [
  file("harbour notes.txt", "text/plain", "The harbour of Turku froze in the winter of 1940.\n"),
  file(
    "crew.md",
    "text/markdown",
    "# Crew\n\nThe cook of the [Sigyn](javascript:alert(1)) was Elsa Berg.\n",
  ),
  file(
    "quay.html",
    "text/html",
    "<title>Quays</title><h1>Quays</h1><script>alert(1)</script><p>The old quay is of oak.</p>",
  ),
  file("fleet.csv", "text/csv", "ship,year\nSigyn,1887\nOlympia,1912\n"),
  file(
    "ports.jsonl",
    "application/jsonl",
    '{"title":"Bergen","text":"Bergen is a port."}\nnot json\n',
  ),
  file("مصر.txt", "text/plain", "القاهرة عاصمة مصر، وهي أكبر مدنها.\n"),
];
const broken = file("broken.pdf", "application/pdf", "%PDF-1.7\nthis is not the rest of a PDF");

async function printedPdf(browser: Browser): Promise<GivenFile> {
  const page = await browser.newPage();
  await page.setContent(
    `<h1>The ferries of the sound</h1>
     <p>This report was written for the harbour board.</p>
     <div style="break-before: page"></div>
     <p>The ship Bluebell was built by Ada Lund in 1931.</p>
     <p>The shipwright Ada Lund was born in Bergen in 1902.</p>`,
  );
  const buffer = await page.pdf();
  await page.close();
  return { name: "ferries.pdf", mimeType: "application/pdf", buffer };
}

async function openLibrary(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Your own documents" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Library", exact: true })).toBeVisible();
  return dialog;
}

async function give(dialog: Locator, files: readonly GivenFile[]): Promise<void> {
  await dialog.getByLabel("Add documents", { exact: true }).setInputFiles([...files]);
}

test("one of each kind and a broken one; answered from the PDF; there after a reload; deleted", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await openPage(page);
  const dialog = await openLibrary(page);
  await give(dialog, [...others, broken, await printedPdf(browser)]);
  const list = dialog.getByRole("region", { name: "Documents in “My documents”" });
  for (const { name } of others) {
    await expect(list.getByText(name, { exact: true })).toBeVisible({ timeout: 60_000 });
  }
  await expect(list.getByText(/PDF · 2 pages · /u)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("“broken.pdf” is damaged")).toBeVisible();
  await expect(list.getByText("broken.pdf")).toHaveCount(0);
  await expect(list.getByText("Line 2: it is not JSON")).toBeVisible();
  await expect(dialog.getByText("7 documents were added.")).toBeVisible();
  await expect(dialog.getByText("Searched by words and by meaning.")).toBeVisible({
    timeout: 120_000,
  });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Library" })).toHaveValue(/^own:/u);
  // The examples are about the embedded library.
  await expect(page.getByText(text.ask.aboutDocuments)).toBeVisible();
  await expect(page.getByText(text.ask.examples, { exact: true })).toHaveCount(0);

  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, "In which city was the builder of the ship Bluebell born?");
  expect(await waitForAnswer(page)).toContain("Bergen");
  await openPassage(page);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("combobox", { name: "Library" })).toHaveValue(/^own:/u);
  const again = await openLibrary(page);
  await expect(again.getByText("ferries.pdf", { exact: true })).toBeVisible();
  await expect(again.getByText("Searched by words and by meaning.")).toBeVisible();
  await again.getByRole("button", { name: "Remove fleet.csv" }).click();
  await expect(again.getByText("fleet.csv")).toHaveCount(0);
  await again.getByRole("button", { name: "Delete this library" }).click();
  await again.getByRole("button", { name: "Delete it" }).click();
  await expect(again.getByText("ferries.pdf")).toHaveCount(0);
  await expect(again.getByRole("radio", { name: /The World Factbook/u })).toBeChecked();
  expect(await keptDocuments(page)).toEqual({
    libraries: 0,
    documents: 0,
    contents: 0,
    vectors: 0,
  });

  const here = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(here) && !url.startsWith("blob:"))).toEqual([]);
  expect(complaints).toEqual([]);
});

async function openPassage(page: Page): Promise<void> {
  await stepsOf(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const place = page.getByText("ferries.pdf, pages 1–2").first();
  await expect(place).toBeVisible();
  await page.getByRole("button", { name: "Show it in the document" }).first().click();
  const excerpt = page.getByRole("region", { name: "Excerpt of ferries.pdf" });
  await expect(excerpt.locator("mark")).toContainText("Bluebell");
  await expect(excerpt).toContainText("written for the harbour board");
  expect(await excerpt.locator("a").count()).toBe(0);
}

function keptDocuments(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("hopwise-libraries");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const counts: Record<string, number> = {};
    for (const store of ["libraries", "documents", "contents", "vectors"]) {
      counts[store] = await new Promise<number>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
    database.close();
    return counts;
  });
}

test("stopped half-way, it goes on; several libraries, one chosen a question", async ({ page }) => {
  await openPage(page);
  const dialog = await openLibrary(page);
  const long = "The harbour master of Turku wrote a line into the book every day. ".repeat(30_000);
  const files = Array.from({ length: 6 }, (_, n) =>
    file(`log ${n}.txt`, "text/plain", `${n} ${long}`),
  );
  await give(dialog, files);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText(/have not been read yet/u)).toBeVisible();
  await dialog.getByRole("button", { name: "Leave them out" }).click();
  await dialog.getByRole("button", { name: "New library" }).click();
  await expect(dialog.getByRole("radio", { name: /My documents 2/u })).toBeChecked();
  await give(dialog, [
    file(
      "rows.jsonl",
      "application/jsonl",
      Array.from({ length: 400 }, (_, n) =>
        JSON.stringify({
          title: `Ship ${n}`,
          text: `Ship number ${n} sails from Turku to Bergen.`,
        }),
      ).join("\n"),
    ),
  ]);
  await dialog.getByRole("button", { name: "Pause" }).click({ timeout: 60_000 });
  await expect(dialog.getByText(/meanings are learnt for \d+ of 400 passages/u)).toBeVisible();
  await page.reload();
  const again = await openLibrary(page);
  await again.getByRole("button", { name: "Go on learning" }).click();
  await expect(again.getByText("Searched by words and by meaning.")).toBeVisible({
    timeout: answerTimeout,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Library" }).selectOption("");
  await expect(page.getByRole("combobox", { name: "Library" })).toHaveValue("");
});
