/** Every state, light and dark, narrow and wide: accessible, and never scrolling sideways. */
import { expect, test } from "@playwright/test";
import {
  askQuestion,
  choosePreset,
  expectAccessible,
  expectNoSidewaysScroll,
  openPage,
  waitForAnswer,
} from "./journey.ts";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 360, 768, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test("on arrival, with a refusal, and with the settings open", async ({ page }) => {
        await openPage(page);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await page.getByRole("button", { name: "Ask", exact: true }).click();
        await expect(page.getByRole("alert")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Engines and key" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });

      test("with the error book open", async ({ page }) => {
        await openPage(page);
        await page.getByRole("button", { name: "Error book", exact: true }).click();
        await expect(page.getByRole("dialog", { name: "Error book" })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
    });
  }
}

test.describe("with reduced motion, on a phone", () => {
  test.use({ colorScheme: "dark", viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });

  test("an answered question", async ({ page }) => {
    await openPage(page);
    await choosePreset(page, "SearChain, all small");
    await askQuestion(page, "Do Denmark and Norway use one and the same currency?");
    expect(await waitForAnswer(page)).toMatch(/^(?:yes|no)/iu);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Wrong? Correct it" }).click();
    await page.getByRole("textbox", { name: "The right answer" }).fill("no");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved in the error book.")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
