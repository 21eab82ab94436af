import { expect, type Page } from "@playwright/test";
import { labNewText as words } from "../src/features/lab/text/lab-new.ts";
import { test } from "./guard.ts";
import { answerTimeout, expectAccessible, openPage } from "./journey.ts";

const places = [
  ["Estonia", "Tallinn", "the Baltic Sea"],
  ["Hungary", "Budapest", "the Danube"],
] as const;

const file = {
  name: "hotpotqa-waters.jsonl",
  mimeType: "application/x-ndjson",
  buffer: Buffer.from(
    places
      .map(([country, capital, water], index) =>
        JSON.stringify({
          id: `w${index}`,
          dataset: "hotpotqa",
          question: `Which water lies at the capital of ${country}?`,
          answers: [water],
          context: [
            { title: country, sentences: [`The capital of ${country} is ${capital}.`] },
            { title: capital, sentences: [`${capital} lies at ${water}.`] },
          ],
        }),
      )
      .join("\n"),
  ),
};

interface Comparison {
  method: string;
  comparison: string;
  choose?: (page: Page) => Promise<void>;
  setups: readonly string[];
  heading: string;
}

const only = (kept: readonly string[]) => async (page: Page) => {
  const ticks = page.getByRole("group", { name: "Methods", exact: true }).getByRole("checkbox");
  for (const tick of await ticks.all()) {
    const name = (await tick.locator("xpath=..").innerText()).trim();
    if (!(await tick.isDisabled())) await tick.setChecked(kept.includes(name));
  }
};

const compared: readonly Comparison[] = [
  {
    method: "RA-ISF",
    comparison: "Methods side by side",
    choose: only(["Vanilla"]),
    setups: ["Vanilla", "RA-ISF"],
    heading: "Against “RA-ISF”",
  },
  {
    method: "SlimPLM",
    comparison: "Without each part",
    setups: ["SlimPLM", "w/o QR", "w/o RJ", "w/o QF", "w/o reordered passages", "w/o answer check"],
    heading: "Tokens written, by what for",
  },
  {
    method: "RA-ISF",
    comparison: "One number varied",
    choose: async (page) => {
      await page.getByLabel("Number", { exact: true }).selectOption({ label: "Passages a query" });
      await page.getByLabel("Values", { exact: true }).fill("1, 2");
    },
    setups: ["Passages a query = 1", "Passages a query = 2"],
    heading: "By “Passages a query”",
  },
  {
    method: "HomoRouter",
    comparison: "What is searched",
    setups: [
      "No search",
      "The library, by words",
      "The library, by meaning",
      "The library, both ways",
    ],
    heading: "Against “No search”",
  },
];

for (const { method, comparison, choose, setups, heading } of compared) {
  test(`${comparison}, of ${method}, runs small and shows what it compares`, async ({ page }) => {
    test.setTimeout(300_000);
    await openPage(page);
    await page.evaluate(() => {
      location.hash = "#lab/new";
    });
    await page.locator('input[aria-label^="Choose"]').setInputFiles(file);
    await expect(page.getByText(/2 questions can be asked/u)).toBeVisible();
    await page.getByText(words.more).click();
    await page.getByLabel("Method", { exact: true }).selectOption({ label: method });
    await expect(page.getByText(/^Unlike the paper, as set: \d+ things$/u)).toBeVisible();
    await page.getByText(words.otherComparisons).click();
    await page.getByRole("radio", { name: comparison }).check();
    await choose?.(page);
    await expect(page.getByText(`(2 questions × ${setups.length} setups)`)).toBeVisible();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByText("Complete.").first()).toBeVisible({ timeout: answerTimeout });
    await expect(
      page.getByRole("heading", { name: new RegExp(heading, "u") }).first(),
    ).toBeVisible();
    for (const setup of setups) {
      await expect(page.getByRole("rowheader", { name: setup }).first()).toBeVisible();
    }
    await expectAccessible(page);
  });
}
