import { expect, type Page } from "@playwright/test";
import { eastAsianPdf } from "../src/testing/documents/pdf-file.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  choosePreset,
  expectAccessible,
  openPage,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";

const notes = `The ship Bluebell was built by Ada Lund in 1931, see https://ships.example/bluebell?id=1.
Never javascript:alert(1) nor data:text/html,<b>x</b>. Turned: https://ships.example/\u202Egpj.exe
and look-alike: http://аpple.example/login for the shipwright Ada Lund, born in Bergen in 1902.`;

async function openNotes(page: Page): Promise<void> {
  await openPage(page);
  await page.getByRole("button", { name: "Your own documents" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add documents", { exact: true }).setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from(notes) },
    {
      name: "tallinn.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(eastAsianPdf("japanese", "エストニアの首都はタリンです。")),
    },
  ]);
  // Without the Japanese character maps the PDF would have no text.
  await expect(dialog.getByText("2 documents were added.")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("Searched by words and by meaning.")).toBeVisible({
    timeout: answerTimeout,
  });
  await page.keyboard.press("Escape");
}

test("an address opens only after its whole was shown, and without a referrer", async ({
  page,
  context,
}) => {
  test.setTimeout(2 * answerTimeout);
  const referrers: (string | undefined)[] = [];
  await context.route(/ships\.example|xn--/u, async (route) => {
    referrers.push((await route.request().allHeaders())["referer"]);
    await route.fulfill({ contentType: "text/html", body: "<title>A ship</title>" });
  });
  await openNotes(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, "In which year was the ship Bluebell built?");
  await waitForAnswer(page);
  await stepsOf(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const found = page.getByText("3 web addresses in this text").first();
  await found.click();
  const list = page.getByRole("group").filter({ has: found }).getByRole("list").first();
  // The list has no bidi tricks, look-alikes or scripts.
  await expect(list.locator("code")).toHaveText([
    "https://ships.example/bluebell?id=1",
    "https://ships.example/%E2%80%AEgpj.exe",
    "http://xn--pple-43d.example/login",
  ]);
  expect(await page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0);
  expect(await list.locator("a").count()).toBe(0);
  await expectAccessible(page);

  await list.getByRole("button", { name: /^Open http:\/\/xn--/u }).click();
  await expect(
    list.getByText(/would not be encrypted.*not written in plain letters/u),
  ).toBeVisible();
  await list.getByRole("button", { name: "Leave it" }).click();
  expect(await list.locator("a").count()).toBe(0);

  await list.getByRole("button", { name: /bluebell\?id=1/u }).click();
  await expectAccessible(page);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    list.getByRole("link", { name: /bluebell\?id=1 in a new tab/u }).click(),
  ]);
  await expect(opened).toHaveTitle("A ship");
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  expect(referrers).toEqual([undefined]);
});
