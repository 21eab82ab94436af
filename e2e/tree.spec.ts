/** The tree as something one works with: a step is corrected, and the run goes on from there. */
import { expect, test } from "@playwright/test";
import { answerTimeout, savedTrace, stepsOf } from "./journey.ts";

test("a step of the recorded run is corrected, and the models go on from that word", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  const first = stepsOf(page).nth(1);
  await first.focus();
  await first.press("Enter");
  const panel = page.getByRole("article", { name: /capital Nouakchott/u });
  await panel.getByLabel("The right answer").fill("Mali");
  await panel.getByRole("button", { name: "Correct it and go on" }).click();
  // It is told at once that the run goes on, and what is loaded for that.
  await expect(page.getByText("The answer until now; the run goes on")).toBeVisible();
  await expect(page.getByRole("treeitem", { name: /Mauritania, corrected to Mali/u })).toHaveCount(
    1,
    { timeout: answerTimeout },
  );
  await expect(page.getByRole("button", { name: "Copy with sources" })).toBeVisible({
    timeout: answerTimeout,
  });
  await expect(page.getByRole("treeitem", { name: /left behind by a later branch/u })).toHaveCount(
    1,
  );
  const trace = await savedTrace(page);
  expect(trace.corrections).toMatchObject([{ answer: "Mali", replaced: "Mauritania" }]);
  expect(trace.branches.find(({ cause }) => cause === "user")?.parent).toBe("node-1");
  expect(trace.answer?.path[0]).toMatchObject({ answer: "Mali" });

  await page.getByRole("button", { name: "Fold finished branches" }).click();
  await expect(page.getByRole("treeitem", { name: /\+1 step folded/u })).toHaveCount(1);
  await page.getByRole("button", { name: "Time", exact: true }).click();
  await expect(page.getByRole("treeitem", { name: /\d\.\d s/u })).not.toHaveCount(0);
});
