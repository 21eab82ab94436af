import { expect, type Page } from "@playwright/test";
import { answerText } from "../src/features/ask/text/answer.ts";
import { test } from "./guard.ts";
import { expectAccessible, expectNoSidewaysScroll, stepsOf, watchShifts } from "./journey.ts";

/** HEAD requests for sizes do not count. */
function fetchedParts(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const part = /^\/(?:models\/.+\/|library\/)/u.test(pathname);
    if (part && request.method() === "GET") paths.push(pathname);
  });
  return paths;
}

const recording = (page: Page) => page.getByRole("region", { name: "A recorded run" });

const answer = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });

test("opens on a wrong answer and flips one switch, without a model, a key or another host", async ({
  page,
}) => {
  const parts = fetchedParts(page);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const shifts = await watchShifts(page);
  await page.goto("/");
  await expect(recording(page)).toContainText(/Recorded (?:with )?/u);
  await expect(stepsOf(page).first()).toBeVisible();
  await expect(page.getByLabel("Your question")).not.toHaveValue("");
  await expect(answer(page)).toContainText(answerText.wrong("60"));
  const large = page
    .getByRole("group", { name: "Read" })
    .getByRole("radio", { name: "large model, paid" });
  await expect(large).not.toBeChecked();

  await expect(large).toBeChecked();
  await expect(answer(page)).toContainText(answerText.right, { timeout: 30_000 });
  const meter = page.getByRole("region", { name: "Meter", exact: true });
  await expect(meter).toContainText(/\$0\.\d+/u);
  await expect(page.getByText(/Read by the large model: wrong → right, for \$/u)).toBeVisible();
  expect(parts).toEqual([]);
  expect(hosts.size).toBe(1);
  expect(await shifts()).toBeLessThanOrEqual(0.02);
  await expectAccessible(page);

  await page.keyboard.press("2");
  await expect(large).not.toBeChecked();
  await expect(answer(page)).toContainText(answerText.wrong("60"), { timeout: 30_000 });
  await expect(meter).toContainText("free");
});

test("takes its first flip from whoever begins to do something", async ({ page }) => {
  await page.goto("/");
  await expect(recording(page)).toContainText(/Recorded (?:with )?/u);
  await page.keyboard.press("Shift");
  await page.waitForTimeout(3000);
  await expect(answer(page)).toContainText(answerText.wrong("60"));
  await page.keyboard.press("Space");
  await expect(recording(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(recording(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(recording(page).getByRole("button", { name: "Play again" })).toBeVisible();
  await expect(answer(page)).toContainText(answerText.wrong("60"));
});

for (const how of ["by a press", "by keys", "before it came"]) {
  test(`the recorded question is typed over, reached ${how}`, async ({ page }) => {
    const field = page.getByLabel("Your question");
    if (how === "before it came") await page.addInitScript(focusFieldAtOnce);
    await page.goto("/");
    await expect(field).not.toHaveValue("");
    if (how === "by a press") await field.click();
    if (how === "by keys") {
      while (!(await field.evaluate((one) => one === document.activeElement))) {
        await page.keyboard.press("Tab");
      }
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.type("Which sea borders Estonia");
    await expect(field).toHaveValue("Which sea borders Estonia");
    // Refocusing one's own text keeps the caret.
    await page.keyboard.press("Tab");
    await field.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("?");
    await expect(field).toHaveValue("Which sea borders Estonia?");
  });
}

function focusFieldAtOnce(): void {
  const watch = new MutationObserver(() => {
    const field = document.querySelector("textarea");
    if (field === null) return;
    field.focus();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

test("is paused, scrubbed, stepped, and left for a question of one's own by keys", async ({
  page,
}) => {
  await page.goto("/");
  await recording(page).getByRole("button", { name: "Play again" }).press("Enter");
  await recording(page).getByRole("button", { name: "Pause" }).press("Enter");
  const scrubber = recording(page).getByRole("slider");
  await scrubber.press("End");
  await expect(answer(page)).toBeVisible();
  await scrubber.press("Home");
  await expect(answer(page)).toHaveCount(0);
  await scrubber.press("ArrowRight");
  await expect(stepsOf(page)).not.toHaveCount(0);
  await expect(page.getByText(/Nothing leaves this device/u)).toBeVisible();
  await recording(page).getByRole("button", { name: "Close the recording" }).press("Enter");
  await expect(page.getByLabel("Your question")).toBeFocused();
});

test("stands at its end where motion is reduced, and is not shown again once closed", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(recording(page).getByRole("button", { name: "Play again" })).toBeVisible();
  await recording(page).getByRole("button", { name: "Close the recording" }).click();
  await expect(recording(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
  await expect(recording(page)).toHaveCount(0);
});

test("offers a look around once", async ({ page }) => {
  await page.goto("/");
  await recording(page).getByRole("button", { name: "Take the tour (1 min)" }).click();
  const tour = page.getByRole("region", { name: "A look around" });
  for (let step = 1; step < 5; step += 1) {
    await expect(tour).toContainText(`${step} of 5`);
    await tour.getByRole("button", { name: "Next" }).click();
  }
  await tour.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(recording(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Take the tour (1 min)" })).toHaveCount(0);
});

test("says so where the recorded run does not come, and plays it once it does", async ({
  page,
}) => {
  let cut = true;
  await page.route(/examples\/arrival\.runs\.bin$/u, (route) =>
    cut ? route.abort("internetdisconnected") : route.continue(),
  );
  await page.goto("/");
  await expect(recording(page)).toContainText("The recorded run did not come");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await recording(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(recording(page).getByRole("button", { name: "Try again" })).toBeFocused();

  cut = false;
  await recording(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(stepsOf(page).first()).toBeVisible();
  await expect(recording(page).getByRole("button", { name: /^(?:Pause|Play)/u })).toBeFocused();
});
