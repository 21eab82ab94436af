import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Services } from "../../../../session/services.ts";
import { generatedLab } from "../../../../testing/lab/generated-lab.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { analysedLab, sameThreadAnalyst } from "../../../../testing/ui/lab-analysis/fake-lab.ts";
import { labAnalysisText } from "../../text/lab-analysis.ts";
import { gridText } from "../../text/lab-grid.ts";
import { LabHolder } from "../lab-context.ts";
import { AnalysisView } from "./AnalysisView.tsx";

const generated = generatedLab(120);

// jsdom has no layout; the virtual list needs a height.
Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, value: 440 });

async function renderAnalysis(lab = analysedLab(generated), changes: Partial<Services> = {}) {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes("reduced-motion"),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  const page = renderPart(
    <LabHolder value={lab.lab}>
      <AnalysisView batchId={lab.batch.id} createAnalyst={() => sameThreadAnalyst()} />
    </LabHolder>,
    [],
    changes,
  );
  await screen.findByText(/^Advice$|Exact tables/u);
  const below = screen.queryByRole("button", { name: /Exact tables/u });
  if (below !== null) await page.user.click(below);
  await screen.findByRole("heading", { name: "Accuracy against cost" });
  return { ...page, lab };
}

const table = (name: string) => screen.getByRole("table", { name });
const grid = () => screen.getByRole("grid", { name: gridText.label });
/** Visible cells of one setup. Testing Library does not find a grid’s cells. */
const cells = (setup = "LLL") =>
  within(grid()).getAllByRole("cell", { name: new RegExp(`\\. ${setup}\\. `, "u") });
const slider = (name: string) => screen.getByRole("slider", { name });

function moveTo(element: HTMLElement, value: number): void {
  if (!(element instanceof HTMLInputElement)) throw new Error("a slider is an input");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
    element,
    String(value),
  );
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

describe("the analysis", () => {
  it("begins with three cards that tell F1 points, interval, cost and what is shown", async () => {
    await renderAnalysis();
    const card = screen.getByRole("region", { name: "Plan" });
    expect(card.textContent).toMatch(/\+\d+\.\d F1 points/u);
    expect(card.textContent).toMatch(/95 % interval [+−]\d+\.\d to \+\d+\.\d/u);
    expect(card.textContent).toMatch(/\+[\d,]+ large-model tokens per question/u);
    expect(card.textContent).toContain("The large model pays here.");
    expect(screen.queryByRole("region", { name: "Advice" })).toBeNull();
    const rows = within(table("Return on the large model, stage by stage")).getAllByRole("row");
    expect(rows).toHaveLength(4);
    expect(rows[0]?.textContent).toMatch(/All small, %With large, %Cost per question/u);
    expect(screen.getByText(/Read ROI only beside the accuracy and the cost/u)).toBeTruthy();
  });

  it("walks the cube by keys, and says what each flip did and turned", async () => {
    const { user } = await renderAnalysis();
    const setup = (name: RegExp) => screen.getByRole("radio", { name });
    setup(/^All large:/u).focus();
    await user.keyboard("2");
    const next = setup(/^Plan large, Read small, Conclude large:/u);
    expect(next.getAttribute("aria-checked")).toBe("true");
    expect(document.activeElement).toBe(next);
    expect(screen.getByText(/^Read large → small: [+−]?\d+\.\d points/u)).toBeTruthy();
    expect(
      screen.getByRole("switch", { name: "Read by the large model" }).getAttribute("aria-checked"),
    ).toBe("false");
    expect(screen.getByText(/^\d+ won · \d+ lost · \d+ same$/u)).toBeTruthy();
    await user.keyboard("{ArrowLeft}");
    expect(next.getAttribute("aria-checked")).toBe("false");
    await user.click(screen.getAllByRole("button", { name: /^won: /u })[0] as HTMLElement);
    expect(screen.getByRole("heading", { name: "Two runs of one question" })).toBeTruthy();
  });

  it("flips a stage, and table, questions and switches follow", async () => {
    const { user } = await renderAnalysis();
    expect(screen.getByRole("heading", { name: "Questions of LLL" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Read: large. Flip it" }));
    expect(screen.getByRole("heading", { name: "Questions of LSL" })).toBeTruthy();
    const chosen = within(table("Every configuration")).getByRole("button", { name: "LSL" });
    expect(chosen.getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("combobox", { name: "Configuration" })).toHaveProperty("value", "LSL");
  });

  it("counts a recorded report as the model that its name is sold under, by one press", async () => {
    const figures = { inputPerMillion: 0.4, outputPerMillion: 1.6, cachedInputPerMillion: null };
    const sold = {
      id: "o/m",
      title: "OpenAI m",
      ...figures,
      source: "a table",
      asOf: "2026-11-26",
    };
    const { user } = await renderAnalysis(analysedLab(generated), {
      prices: async () => [sold],
      namesakes: async (model) => (model === "fake-large" ? [sold] : []),
    });
    const priced = () => screen.getByRole("combobox", { name: "Money counted as" });
    expect(priced()).toHaveProperty("value", "");
    await user.click(
      await screen.findByRole("button", { name: "Count as OpenAI m ($0.40 read, $1.60 written)" }),
    );
    expect(priced()).toHaveProperty("value", "o/m");
    expect(screen.queryByRole("button", { name: /^Count as/u })).toBeNull();
    expect(screen.getByText(/From a table, 2026-11-26/u)).toBeTruthy();
  });

  it("sorts the table by cost, and says which way", async () => {
    const { user } = await renderAnalysis();
    const whole = table("Every configuration");
    await user.click(
      within(whole).getByRole("button", { name: /large-model tokens per question/u }),
    );
    const names = within(whole)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent?.slice(-3));
    expect([names[0], names[7]]).toEqual(["LLL", "SSS"]);
    const head = within(whole).getByRole("columnheader", { name: /large-model tokens/u });
    expect(head.getAttribute("aria-sort")).toBe("descending");
  });

  it("tells the best configuration under a budget", async () => {
    await renderAnalysis();
    moveTo(slider("Budget per question"), 100);
    await screen.findByText(/Best for 100 per question: SSS/u);
  });

  it("narrows the list by outcome and by brush, and counts every configuration on it", async () => {
    const { user } = await renderAnalysis();
    expect(screen.getByText("120 of 120 questions")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "wrong" }));
    for (const cell of cells()) expect(cell.getAttribute("aria-label")).toMatch(/^wrong/u);
    const wrong = within(table("Every configuration")).getByRole("row", { name: /LLL/u });
    expect(wrong.textContent).toMatch(/\d+\.\d n = \d+$/u);
    moveTo(slider("To"), 2500);
    await screen.findByRole("button", { name: "Choose all" });
    expect(screen.queryByText("120 of 120 questions")).toBeNull();
    expect(screen.getByText(/^\d+ of 120 questions$/u)).toBeTruthy();
  });

  it("walks the list by keys, draws only the rows in sight, and opens two runs where they part", async () => {
    const { user } = await renderAnalysis();
    expect(cells().length).toBeLessThan(40);
    expect(grid().getAttribute("aria-rowcount")).toBe("121");
    cells("SSS")[0]?.focus();
    await user.keyboard("{ArrowDown}{Control>}{End}{/Control}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/\. LLL\. /u);
    expect(document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")).toBe("121");
    await user.keyboard("{Control>}{Home}{/Control}{End}{PageDown}{PageUp}{ArrowDown}{Enter}");
    const heading = await screen.findByRole("heading", { name: "Two runs of one question" });
    expect(document.activeElement).toBe(heading);
    const told = await screen.findByText(/They diverge after 1 step alike/u);
    expect(told.textContent).toContain("What is paid with in Mali?");
    const region = (name: string) => within(screen.getByRole("region", { name }));
    expect(region("Steps that both runs took alike").getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByText("Diverges here")).toBeTruthy();
    const steps = ["Steps of SSS", "Steps of LLL"].map(
      (name) => region(name).getAllByRole("listitem")[0]?.textContent,
    );
    expect(steps[0]).not.toBe(steps[1]);
  });

  it("opens a step of either run to read, with nothing to do again, and closes it to its tree", async () => {
    const { user } = await renderAnalysis();
    const first = cells()[0];
    if (first !== undefined) await user.click(first);
    await screen.findByText(/They diverge after 1 step alike/u);
    const opened = async (name: string, words: string) => {
      const side = screen.getByRole("region", { name });
      const step = within(side).getAllByRole("button", { name: new RegExp(words, "u") })[0];
      if (step !== undefined) await user.click(step);
      const panel = await within(side).findByRole("article", { name: `${words}?` });
      expect(within(panel).getByRole("heading", { name: "Why" })).toBeTruthy();
      const buttons = within(panel).getAllByRole("button");
      expect(buttons.map((one) => one.textContent)).toEqual(["Close step"]);
      return panel.textContent;
    };
    await opened("Steps of LLL", "What is paid with in Mali");
    expect(await opened("Steps of SSS", "What is the currency of Mauritania")).toMatch(
      /Calls.*Tokens.*Cost.*Engine.*Raw output.*Prompt/u,
    );
    const side = screen.getByRole("region", { name: "Steps of SSS" });
    await user.click(within(side).getByRole("button", { name: "Close step" }));
    expect(within(side).queryByRole("article")).toBeNull();
    expect(document.activeElement?.getAttribute("aria-expanded")).toBe("false");
    expect(side.contains(document.activeElement)).toBe(true);
  });

  it("opens a run in Ask, which does not claim to be its own", async () => {
    const { user, runtime } = await renderAnalysis();
    const first = cells()[0];
    if (first !== undefined) await user.click(first);
    await user.click(await screen.findByRole("button", { name: "Open the run of LLL in Ask" }));
    await waitFor(() => {
      expect(runtime.run.getState()).toMatchObject({ phase: "ended", opened: true });
      expect(runtime.history.getState().origin).toBe("lab");
      expect(location.hash).toBe("");
    });
  });

  it("says when a run's log was not kept", async () => {
    const { user } = await renderAnalysis();
    await user.selectOptions(screen.getByRole("combobox", { name: "Compared with" }), "SSL");
    const first = cells()[0];
    if (first !== undefined) await user.click(first);
    await screen.findByText("The run of SSL was not kept, only its result.");
  });

  it("shows every question in every setup, sorted, narrowed and opened", async () => {
    const { user } = await renderAnalysis();
    await user.click(screen.getByRole("button", { name: labAnalysisText.views.questions }));
    await waitFor(() => expect(cells("SSL").length).toBeGreaterThan(0));
    expect(screen.queryByRole("radiogroup", { name: "Setups" })).toBeNull();
    const outcomes = () =>
      within(grid())
        .getAllByRole("row")
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole("cell")
            .map((cell) => /^right|^wrong/u.exec(cell.getAttribute("aria-label") ?? "")?.[0]),
        );
    const isMixed = (row: (string | undefined)[]) => row.includes("right") && row.includes("wrong");
    expect(outcomes().every(isMixed)).toBe(false);
    await user.click(screen.getByRole("checkbox", { name: gridText.onlyDiffering }));
    expect(outcomes().every(isMixed)).toBe(true);
    await user.selectOptions(screen.getByRole("combobox", { name: gridText.sort }), "right");
    const rights = outcomes().map((row) => row.filter((one) => one === "right").length);
    expect(rights).toEqual([...rights].sort((a, b) => b - a));
    await user.selectOptions(screen.getByRole("combobox", { name: gridText.beside }), "SSS");
    const cell = cells("SLS")[0];
    if (cell === undefined) throw new Error("there is a cell");
    await user.click(cell);
    expect(cell.getAttribute("aria-current")).toBe("true");
    await screen.findByRole("heading", { name: labAnalysisText.compareTitle });
    expect(screen.getByRole("heading", { name: "SLS" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: labAnalysisText.close }));
    expect(document.activeElement).toBe(cell);
  });

  it("names the command that puts the paper's tables beside it", async () => {
    await renderAnalysis();
    expect(screen.getByText(labAnalysisText.paperTables("CoopLLM").command)).toBeTruthy();
  });

  it("is judged and charged by what is chosen", async () => {
    const { user } = await renderAnalysis();
    await user.selectOptions(screen.getByRole("combobox", { name: "Score" }), "em");
    await user.selectOptions(screen.getByRole("combobox", { name: "Cost" }), "usd");
    const whole = await screen.findByRole("table", { name: "Every configuration" });
    expect(whole.textContent).toContain("exact match, %");
    expect(whole.textContent).toMatch(/\$0\.00\d\d \(\$/u);
  });

  it("has no Shapley shares and no invented figures while combinations are missing", async () => {
    const two = generated.batch.configurations.slice(0, 2);
    await renderAnalysis(analysedLab(generatedLab(30, 7, two)));
    expect(
      screen.getByText("It takes results of all combinations on the same questions."),
    ).toBeTruthy();
    expect(
      screen.getByRole("button", { name: "Plan: the flipped one was not run" }),
    ).toHaveProperty("disabled", true);
  });

  it("says of one configuration alone that there is nothing to advise", async () => {
    const one = generated.batch.configurations.slice(0, 1);
    await renderAnalysis(analysedLab(generatedLab(12, 7, one)));
    const advice = within(screen.getByRole("region", { name: "Advice" }));
    expect(advice.getByText(/takes answers of two configurations/u)).toBeTruthy();
  });
});

describe("how sure, how right", () => {
  const figure = () => screen.getByRole("region", { name: "How sure, how right" });

  it("reads the picture of the chosen configuration, and compares all", async () => {
    const { user } = await renderAnalysis();
    const before = figure().textContent;
    expect(before).toMatch(/Of the surest half, \d+\s% are right; of all, \d+\s%\./u);
    expect(before).toMatch(/AUROC 0\.\d\d/u);
    expect(within(figure()).getAllByRole("row")).toHaveLength(9);
    expect(figure().querySelectorAll("svg[data-picture] circle").length).toBeGreaterThan(3);
    await user.selectOptions(screen.getByLabelText("Configuration shown"), "SSS");
    expect(figure().querySelector("p b")?.textContent).toMatch(/of all, \d+\s%/u);
    expect(figure().textContent).not.toBe(before);
  });

  it("says so where no answer tells how sure it is", async () => {
    const { results, ...rest } = generatedLab(30);
    const earlier = results.map(({ sure: _sure, ...old }) => old);
    await renderAnalysis(analysedLab({ ...rest, results: earlier }));
    expect(figure().textContent).toContain("No answer here tells how sure it is.");
    expect(figure().querySelector("svg")).toBeNull();
  });
});
