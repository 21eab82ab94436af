import { expect, type Page } from "@playwright/test";
import { generatedLog } from "../src/testing/generated-log.ts";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  expectAccessible,
  firstExample,
  openFlipped,
  openMeter,
  openPage,
  openRun,
  savedTrace,
  slowSmallModels,
  stepsOf,
  waitForAnswer,
} from "./journey.ts";

test("a step of the recorded run is corrected, and the models go on from that word", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openFlipped(page);
  const step = stepsOf(page).filter({ hasText: "Which country's currency is the renminbi?" });
  await step.focus();
  await step.press("Enter");
  const panel = page.getByRole("article", { name: /renminbi/u });
  const letGo = slowSmallModels(page);
  await panel.getByLabel("The right answer").fill("Japan");
  await panel.getByRole("button", { name: "Use my answer and continue" }).click();
  await expect(page.getByText("The answer so far; the run continues")).toBeVisible();
  await letGo();
  await expect(
    page.getByRole("treeitem", { name: /China, overruled by the library: Japan/u }),
  ).toHaveCount(1, { timeout: answerTimeout });
  await expect(page.getByRole("button", { name: "Copy with sources" })).toBeVisible({
    timeout: answerTimeout,
  });
  await expect(page.getByRole("treeitem", { name: /replaced/u })).toHaveCount(1);
  const trace = await savedTrace(page);
  expect(trace.corrections).toMatchObject([{ answer: "Japan", replaced: "China" }]);
  expect(trace.branches.find(({ cause }) => cause === "user")?.parent).toBe("node-1");
  expect(trace.answer?.path[0]).toMatchObject({ answer: "Japan" });

  await page.getByRole("button", { name: "Collapse finished branches" }).click();
  await expect(page.getByRole("treeitem", { name: /\+\d+ steps? collapsed/u })).not.toHaveCount(0);
  await page.getByRole("button", { name: "Time", exact: true }).click();
  await expect(page.getByRole("treeitem", { name: /\d\.\d s/u })).not.toHaveCount(0);
});

test("a step of Self-Ask is corrected, what came before is kept, and the models go on", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page);
  await chooseMethod(page, "Self-Ask");
  await askQuestion(page, firstExample);
  await waitForAnswer(page);
  const before = await savedTrace(page);
  const [, step] = [...before.nodes.values()];
  if (step === undefined) throw new Error("it asked nothing on the way");
  await stepsOf(page).nth(2).press("Enter");
  const panel = page.getByRole("article", { name: step.query });
  await panel.getByLabel("The right answer").fill("Latvia");
  await panel.getByRole("button", { name: "Use my answer and continue" }).click();
  await expect(page.getByRole("treeitem", { name: /Latvia/u }).first()).toBeAttached({
    timeout: answerTimeout,
  });
  await waitForAnswer(page);
  const after = await savedTrace(page);
  expect(after.corrections).toMatchObject([{ node: step.id, answer: "Latvia" }]);
  expect(after.nodes.get(step.id)).toMatchObject({ status: "given", answer: "Latvia" });
  expect(after.nodes.get(step.id)?.passages).toEqual(step.passages);
  expect(after.outcome).toBe("answered");
  const was = [...before.nodes.values()].slice(2).map(({ query, answer }) => [query, answer]);
  const left = [...after.nodes.values()].filter(({ abandoned }) => abandoned);
  expect(was.length).toBeGreaterThan(0);
  expect(left.map(({ query, answer }) => [query, answer])).toEqual(was);
  const ghosts = page.getByRole("treeitem", { name: /replaced/u });
  await expect(ghosts).toHaveCount(left.length);
  await expect(ghosts.first()).toHaveAccessibleName(/^replaced/u);
  await ghosts.first().press("Enter");
  const ghost = page.getByRole("article", { name: left[0]?.query ?? "" });
  await expect(ghost).toContainText("replaced when you corrected a step it depended on");
  await expect(ghost.getByRole("button", { name: "Use my answer and continue" })).toHaveCount(0);
  await expectAccessible(page);
});

const drawn = (page: Page) => page.locator("svg g.nodes > g.node");

test("stages of the meter and steps of the tree point at each other, by hover and by focus", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openFlipped(page);
  const stage = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`, "u") });
  const meter = await openMeter(page);
  const solve = meter.getByRole("button", { name: /^Read/u });
  const plan = meter.getByRole("button", { name: /^Plan/u });
  // Later parts may shift it away from the mouse.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await solve.hover();
    await expect(page.locator("g.node.is-marked")).not.toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(page.locator("g.node.kind-question.is-dimmed")).toHaveCount(1);
  await plan.focus();
  await page.mouse.move(0, 0);
  await plan.focus();
  await expect(stage("Plan").first()).toBeVisible();
  await stepsOf(page).nth(1).focus();
  await expect(solve).toHaveClass(/isActive/u);
  // Continuing a chain counts as planning.
  await expect(plan).toHaveClass(/isActive/u);
  await stepsOf(page).first().focus();
  await expect(plan).toHaveClass(/isActive/u);
  await drawn(page).nth(1).hover();
  await expect(solve).toHaveClass(/isActive/u);
});

test("a tree of sixty steps is read in part and seen whole, and what has the focus is in sight", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page);
  await openRun(page, generatedLog(60));
  const picture = page.locator("svg:has(g.nodes)");
  const last = drawn(page).last();
  const isInside = async () => {
    const [frame, mark] = await Promise.all([
      picture.boundingBox(),
      last.locator(".mark").boundingBox(),
    ]);
    if (frame === null || mark === null) return false;
    const right = mark.x + mark.width <= frame.x + frame.width + 1;
    const below = mark.y + mark.height <= frame.y + frame.height + 1;
    return mark.x >= frame.x - 1 && mark.y >= frame.y - 1 && right && below;
  };
  await expect(page.getByText(/^Part of it is out of sight/u)).toBeVisible();
  expect(await isInside()).toBe(false);
  const items = stepsOf(page);
  const name = new RegExp(
    (await last.locator(".answer").first().textContent())?.slice(0, 9) ?? "",
    "u",
  );
  await items.filter({ hasText: name }).last().focus();
  await expect.poll(isInside).toBe(true);
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect(page.getByText(/^Part of it is out of sight/u)).toHaveCount(0);
  const outside = await picture.evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll(".mark")].filter((mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      const across = left >= frame.left - 8 && right <= frame.right + 8;
      return !(across && top >= frame.top - 8 && bottom <= frame.bottom + 8);
    }).length;
  });
  expect(outside).toBe(0);
  await page.getByRole("button", { name: "Readable size" }).press("Enter");
  await expect(page.getByRole("button", { name: "Fit", exact: true })).toBeEnabled();
});
