import { deflateSync, inflateSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  expectAccessible,
  expectNoSidewaysScroll,
  firstExampleLabel,
  openPage,
  waitForAnswer,
} from "./journey.ts";
import { serveBuiltPage } from "./servers/built-page.ts";

const question = "Which sea borders the country whose capital is Tallinn?";

async function change(page: Page, file: string, by: (body: Buffer) => Buffer): Promise<void> {
  await page.route(`**/${file}`, async (route) => {
    if (route.request().method() === "HEAD") return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: by(await response.body()) });
  });
}

const pwned = (body: Buffer) =>
  deflateSync(inflateSync(body).toString().replaceAll("Baltic Sea", "PWNED Lagoon"));

const flipped = (body: Buffer) => {
  const at = Math.floor(body.length / 2);
  body[at] = (body[at] ?? 0) ^ 1;
  return body;
};

for (const [file, by] of [
  ["library/factbook/passages.jsonl", pwned],
  ["library/factbook/vectors.i8.bin", flipped],
] as const) {
  test(`answers nothing from a changed ${file}, and says so`, async ({ page }) => {
    await change(page, `${file}.zlib`, by);
    await openPage(page);
    await chooseMethod(page, "Direct RAG");
    await askQuestion(page, question);
    const alert = page.getByRole("alert").filter({ hasText: file });
    await expect(alert).toBeVisible({ timeout: answerTimeout });
    await expect(alert).toContainText("A file is not the one this page was built with");
    await expect(page.getByText("PWNED")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Copy with sources" })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.unrouteAll({ behavior: "wait" });
    await alert.getByRole("button", { name: "Fetch it again" }).click();
    expect(await waitForAnswer(page)).not.toContain("PWNED");
  });
}

test("takes no changed catalogue, question or recorded run", async ({ page }) => {
  await change(page, "questions/examples.json", flipped);
  await change(page, "models/catalogue.json", flipped);
  await change(page, "examples/arrival.runs.bin", flipped);
  await page.goto("/");
  await expect(page.getByRole("alert").filter({ hasText: "arrival.runs.bin" })).toBeVisible();
  await expect(page.getByRole("button", { name: firstExampleLabel })).toHaveCount(0);
  await askQuestion(page, question);
  const alert = page.getByRole("alert").filter({ hasText: "models/catalogue.json" });
  await expect(alert).toContainText("A file is not the one this page was built with");
});

test.describe("a copy that the browser kept badly", () => {
  test.use({ serviceWorkers: "allow", model: "real" });

  test("is thrown out, fetched anew, and kept again", async ({ page }) => {
    test.setTimeout(2 * answerTimeout + 60_000);
    const served = await serveBuiltPage();
    const kept = (poison: boolean) =>
      page.evaluate(async (isPoisoned) => {
        const cache = await caches.open("hopwise-kept");
        const keys = await cache.keys();
        const key = keys.find(({ url }) => url.includes("/passages.jsonl"));
        if (key === undefined) return null;
        const text = (await (await cache.match(key, { ignoreVary: true }))?.text()) ?? "";
        if (!isPoisoned) return text.includes("PWNED");
        await cache.put(key, new Response("PWNED", { headers: { "content-type": "text/plain" } }));
        return true;
      }, poison);
    try {
      await page.goto(served.origin);
      await chooseMethod(page, "Direct RAG");
      await askQuestion(page, question);
      const answer = await waitForAnswer(page);
      await expect(page.getByText(/it answers without a network/u)).toBeAttached({
        timeout: answerTimeout,
      });
      expect(await kept(true)).toBe(true);
      await page.reload();
      await askQuestion(page, question);
      expect(await waitForAnswer(page)).toBe(answer);
      expect(await kept(false)).toBe(false);
    } finally {
      await served.stop();
    }
  });
});
