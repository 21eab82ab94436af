import { expect, type Locator, type Page } from "@playwright/test";
import { answerText } from "../src/features/ask/text/answer.ts";
import { test } from "./guard.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  firstExample,
  openFlipped,
  openPage,
  watchShifts,
} from "./journey.ts";

const plan = (page: Page) => page.getByRole("group", { name: "Plan" });
const meter = (page: Page) => page.getByRole("region", { name: "Meter", exact: true });
const picture = (page: Page) => page.getByRole("link", { name: /See all in the Lab/u });

const screens = [
  { width: 1440, height: 900, switches: 260, tree: 420 },
  { width: 768, height: 1024, switches: 420, tree: 700 },
  { width: 360, height: 780, switches: 420, tree: 700 },
];

for (const { width, height, switches, tree } of screens) {
  test.describe(`${width} × ${height}`, () => {
    // Narrow viewports emulate a phone.
    test.use({ viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500 });

    test("switches, tree and meter are in sight, and nothing moves", async ({ page }) => {
      const shifts = await watchShifts(page);
      await page.goto("/");
      await expect(picture(page)).toBeVisible();
      const top = async (of: ReturnType<Page["locator"]>) => (await of.boundingBox())?.y ?? 1e9;
      expect(await top(plan(page).getByRole("radio").first())).toBeLessThanOrEqual(switches);
      expect(await top(page.locator("#tree-title"))).toBeLessThanOrEqual(tree);
      await expect(meter(page)).toBeInViewport();
      await page.waitForTimeout(8000);
      expect(await shifts()).toBeLessThanOrEqual(0.02);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
}

/** Small models alone answer it wrongly. */
const turnedRight =
  "How many World Heritage Sites are there in the country whose currency is the renminbi?";

test("the first switch is six tab stops from the beginning", async ({ page }) => {
  await openPage(page);
  const isSwitch = () => page.evaluate(() => document.activeElement?.closest("fieldset") !== null);
  let stops = 0;
  while (stops < 12 && !(await isSwitch())) {
    await page.keyboard.press("Tab");
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(6);
});

test("a flip of an example shows the run that was recorded with it flipped", async ({ page }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "A recorded run" })).toBeVisible();
  await page.getByTitle(firstExample).click();
  await expect(page.getByLabel("Your question")).toHaveValue(firstExample);
  await expect(meter(page)).toContainText("free");
  await expect(picture(page)).toHaveAccessibleName(/^All small: /u);

  await plan(page).getByRole("radio", { name: "large model, paid" }).check({ force: true });
  await expect(page.getByRole("region", { name: "A recorded run" })).toContainText(
    /Recorded with .+ · \d+ [A-Z][a-z]{2}/u,
  );
  await expect(meter(page)).toContainText(/\$0\.\d+/u);
  await expect(picture(page)).toHaveAccessibleName(/^Large: Plan: /u);
  expect(hosts.size).toBe(1);
  await expectAccessible(page);
});

test("an option that is pointed at shows what it would change, and nothing after that", async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openFlipped(page);
  await expect(picture(page)).toBeVisible();
  await page.waitForTimeout(1000);
  const before = await shifts();
  const dashed = page.locator("svg .is-preview");
  const conclude = page.getByRole("group", { name: "Conclude" });
  await conclude.getByRole("radio", { name: "large model, paid" }).hover({ force: true });
  await expect(meter(page)).toContainText(/Conclude large: ≈ \+\$0\.\d+/u);
  await expect(picture(page)).toContainText("S L L");
  await expect(dashed.first()).toBeAttached();
  await expect(conclude.getByRole("radio", { name: "small model", exact: true })).toBeChecked();

  await page.mouse.move(2, 2);
  await expect(meter(page)).not.toContainText("Conclude large");
  await expect(picture(page)).not.toContainText("S L L");
  await expect(dashed).toHaveCount(0);
  expect(await shifts()).toBe(before);
});

test("an opened menu ends where its button does", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page);
  const button = page.getByRole("button", { name: "Menu", exact: true });
  await button.click();
  const right = (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().right);
  expect(await right(page.locator(":popover-open"))).toBeCloseTo(await right(button), 0);
});

test("the small picture leads to its point in the Lab", async ({ page }) => {
  await openPage(page);
  const conclude = page.getByRole("group", { name: "Conclude" });
  await conclude.getByRole("radio", { name: "large model, paid" }).check({ force: true });
  await picture(page).click();
  const inLab = (name: string) => page.getByRole("switch", { name });
  await expect(inLab("Conclude by the large model")).toBeChecked();
  await expect(inLab("Plan by the large model")).not.toBeChecked();
});

test("a flip turns the wrong answer to an example into the right one", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  // The list of past runs has the same title.
  await page.getByRole("button").and(page.getByTitle(turnedRight)).click();
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText(answerText.wrong("60"));
  await plan(page).getByRole("radio", { name: "large model, paid" }).check({ force: true });
  await expect(answer).toContainText(answerText.right);
  await expect(answer.locator("figure mark")).toHaveText("60");
  await expectAccessible(page);
});

test("a question of one's own is asked of the small model where no large one is there", async ({
  page,
}) => {
  await openPage(page);
  await page.getByLabel("Your question").fill("Which river flows through Vienna?");
  await page.keyboard.press("Escape");
  await plan(page).getByRole("radio", { name: "large model, paid" }).check({ force: true });
  await expect(
    page.getByText(/^Plan: set to the large model, but none is connected/u),
  ).toBeVisible();
  const ask = page.getByRole("button", { name: "Ask with small" });
  await expect(ask).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use small models only" }).click();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
});
