import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { expectAccessible, expectNoSidewaysScroll, openPage } from "./journey.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const field = (page: Page) => page.getByRole("combobox", { name: "What do you want to do?" });
const question = (page: Page) => page.getByLabel("Your question");
const menu = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });

/** Pressed before the palette's code is loaded. */
async function openWithKeys(page: Page): Promise<void> {
  await openPage(page);
  // Shortcuts are active once the header exists.
  await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
  await page.keyboard.press("Control+K");
  await expect(palette(page)).toBeVisible();
}

test("finds a command by its words, does it, and gives the focus back", async ({ page }) => {
  await openWithKeys(page);
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await expect(palette(page).getByRole("option", { name: /Stop the run/u })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  // The accessibility check may take the focus.
  await field(page).pressSequentially("router search");
  await expect(palette(page).getByRole("option")).toHaveCount(1);
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText(/Search router/u);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole("dialog", { name: /router/iu })).toBeVisible();
  await page.keyboard.press("Escape");

  await menu(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Commands" }).focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const last = palette(page).getByRole("option").last();
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport();
  await page.keyboard.type("nothing has these words");
  await expect(palette(page).getByText("No commands match.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(menu(page)).toBeFocused();
});

test("single keys act outside text, are written as text inside it, and can be turned off", async ({
  page,
}) => {
  await openWithKeys(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await question(page).focus();
  await page.keyboard.type("ntml?1");
  await expect(question(page)).toHaveValue("ntml?1");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await menu(page).focus();
  await page.keyboard.press("t");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  await expect(
    page.getByRole("group", { name: "Plan" }).getByRole("radio", { name: "large model, paid" }),
  ).toBeChecked();
  await expect(page.getByText("Plan: large model.")).toBeAttached();
  await page.keyboard.press("l");
  await expect(page.getByRole("heading", { name: /worth paying for/u })).toBeVisible();
  // Ask's switches are hidden here, so no key may flip them.
  for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
  await page.keyboard.press("m");
  await expect(page.getByRole("dialog", { name: "Method", exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "RA-ISF", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(question(page)).toBeFocused();
  await expect(
    page.getByRole("group", { name: "Plan" }).getByRole("radio", { name: "large model, paid" }),
  ).toBeChecked();

  await menu(page).focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "How to read this page" });
  await expect(help.getByText("Choose a method")).toBeVisible();
  await expectAccessible(page);
  await help.getByLabel("Single keys work anywhere outside a text field").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await page.keyboard.press("Control+K");
  await expect(palette(page)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: "dark" });

  test("the palette fits, and a tap takes a command", async ({ page }) => {
    await openWithKeys(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await palette(page)
      .getByRole("option", { name: /^Go to the runs/u })
      .tap();
    await expect(page.getByRole("heading", { name: "Runs", exact: true })).toBeVisible();
  });
});
