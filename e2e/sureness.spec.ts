import { expect, type Locator } from "@playwright/test";
import { answerText } from "../src/features/ask/text/answer.ts";
import { surenessText } from "../src/ui-kit/text/sureness.ts";
import { test } from "./guard.ts";
import {
  askAnother,
  askQuestion,
  expectAccessible,
  firstExample,
  openPage,
  waitForAnswer,
} from "./journey.ts";

const factbook = { title: "The World Factbook", edition: "2025" };

async function figureIn(place: Locator): Promise<number> {
  const words = (await place.locator("summary").filter({ hasText: "% sure" }).textContent()) ?? "";
  return Number(/(\d+)\s%\ssure/u.exec(words)?.[1]);
}

test("says how sure an answer is, and why, by keys too", async ({ page }) => {
  await openPage(page);
  await askQuestion(page, firstExample);
  expect(await waitForAnswer(page)).toContain("Baltic Sea");
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  const figure = answer.locator("summary").filter({ hasText: "% sure" });
  await expect(figure).toBeVisible();
  expect(await figureIn(answer)).toBeGreaterThan(50);

  await test.step("what it is opens by the keyboard, from the mark before it", async () => {
    await answer
      .getByRole("button", { name: /^Source \d/u })
      .first()
      .focus();
    for (let pressed = 0; pressed < 6; pressed += 1) {
      if (await figure.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(figure).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answer.getByText(surenessText.basis)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a question from outside is not found, and its guess is not trusted", async () => {
    const short = await askAnother(page, "Who won the 1998 football world cup?");
    expect(short).toBe(answerText.notFound(factbook));
    const guess = answer.locator("details").filter({ hasText: answerText.showGuess });
    // A model may give no guess.
    if ((await guess.count()) > 0) {
      await guess.getByText(answerText.showGuess).click();
      expect(await figureIn(guess)).toBeLessThan(40);
    }
    await expectAccessible(page);
  });
});
