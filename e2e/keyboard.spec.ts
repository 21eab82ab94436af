/**
 * Every Tab stop on the way to a cited answer must be visible, show its focus and not be covered.
 */
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { answerTimeout, expectAccessible, openPage, stepsOf, waitForAnswer } from "./journey.ts";

test.setTimeout(2 * answerTimeout);

interface Stop {
  name: string;
  ring: boolean;
  inSight: boolean;
  covered: boolean;
}

async function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof Element) || focused === document.body) {
      return { name: "the page", ring: true, inSight: true, covered: false };
    }
    const isMarked = (element: Element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      return outlineStyle !== "none" || boxShadow !== "none";
    };
    let ring = isMarked(focused);
    for (let at = focused.parentElement; at !== null && !ring; at = at.parentElement) {
      if (at.matches("section, main, header, dialog")) break;
      ring = isMarked(at);
    }
    const own = focused.getBoundingClientRect();
    const box = own.width > 2 ? own : (focused.closest("label") ?? focused).getBoundingClientRect();
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const y = Math.min(Math.max(box.top + Math.min(box.height / 2, 20), 1), innerHeight - 1);
    const there = document.elementFromPoint(x, y);
    const around = focused.closest("label, [role=tree], section, form, header, main, dialog");
    const covered =
      there !== null &&
      !focused.contains(there) &&
      !there.contains(focused) &&
      !around?.contains(there);
    const text = focused.getAttribute("aria-label") ?? focused.textContent?.trim() ?? "";
    return {
      name: `${focused.tagName} ${text.slice(0, 40)}`,
      ring,
      inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
      covered,
    };
  });
}

async function tabTo(
  page: Page,
  role: "button" | "combobox" | "textbox",
  name: RegExp,
  key = "Tab",
): Promise<void> {
  const wanted = page.getByRole(role, { name }).first();
  for (let tabs = 0; tabs < 90; tabs += 1) {
    await page.keyboard.press(key);
    const inPlace = { ring: true, inSight: true, covered: false };
    const { name: stopName, ...seen } = await stop(page);
    expect({ stopName, ...seen }).toEqual({ stopName, ...inPlace });
    const arrived = await wanted
      .evaluate((one) => one === document.activeElement, undefined, { timeout: 2000 })
      .catch(() => false);
    if (arrived) return;
  }
  throw new Error(`No way to ${name} by the Tab key`);
}

async function treeTop(page: Page): Promise<number> {
  const title = page.getByRole("heading", { name: "Chain of queries" });
  return title.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY));
}

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const) {
  test(`from arrival to a cited answer by keys at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Hopwise" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByText("Skip to the question")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Your question")).toBeFocused();
    await tabTo(page, "button", /^Method: /u);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Method", exact: true })).toBeVisible();
    await tabTo(page, "combobox", /^Preset/u);
    await page.keyboard.press("End");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Method: /u })).toBeFocused();
    await tabTo(page, "textbox", /^Your question/u, "Shift+Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Which sea borders the country whose capital is Tallinn?");
    await page.keyboard.press("Enter");
    // Until screening ends, the page still shows the recorded run.
    await expect(stepsOf(page).first()).toHaveAccessibleName(/Tallinn/u, {
      timeout: answerTimeout,
    });
    const top = await treeTop(page);
    expect(await waitForAnswer(page)).toContain("Baltic");
    expect(await treeTop(page)).toBe(top);
    await tabTo(page, "button", /^Source \d/u);
    await page.keyboard.press("Enter");
    await expect(page.locator("mark").first()).toBeVisible();
    await expectAccessible(page);
  });
}

test("keyboard only, from arrival to an open source", async ({ page }) => {
  await openPage(page);
  await page.keyboard.press("Tab");
  await expect(page.getByText("Skip to the question")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your question")).toBeFocused();
  await page.keyboard.type("Is Sweden larger than Norway in area?");
  const small = page.getByRole("radio", { name: "small model", exact: true }).first();
  const isThere = () => small.evaluate((radio) => radio === document.activeElement);
  for (let tabs = 0; tabs < 20 && !(await isThere()); tabs += 1) await page.keyboard.press("Tab");
  await expect(small).toBeChecked();
  await page.getByLabel("Your question").focus();
  await page.keyboard.press("Enter");
  expect(await waitForAnswer(page)).toMatch(/yes|no/iu);
  await page.getByRole("button", { name: "List" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Close step" })).toBeVisible();
  await expectAccessible(page);
});
