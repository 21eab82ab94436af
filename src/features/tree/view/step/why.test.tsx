import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../../../../folds/ledger.ts";
import { AppError } from "../../../../log/errors.ts";
import type { RunEvent } from "../../../../log/events.ts";
import {
  knownRun,
  raIsfRun,
  routerRun,
  slimRun,
  stepwiseRun,
} from "../../../../testing/method-runs.ts";
import { renderApp, renderPart } from "../../../../testing/render-app.tsx";
import { Counts } from "../../../meter/view/Counts.tsx";
import { stepPanelText } from "../../text/step-panel.ts";
import { treeText } from "../../text/tree.ts";
import { NodePanel } from "./NodePanel.tsx";

function open(events: readonly RunEvent[], id: string) {
  const page = renderPart(<NodePanel id={id} />, events);
  const panel = screen.getByRole("article");
  return { ...page, panel, why: within(panel).getByRole("region", { name: "Why" }) };
}

describe("why a step happened", () => {
  it("tells the gate: what was said by heart, the score and the threshold, and what followed", async () => {
    const { why } = open(await slimRun(), "node-1");
    expect(why.textContent).toContain("Answered from memory: “The Mur, which runs through Graz.”");
    expect(why.textContent).toContain(
      "The model judged it not known (0.31, not above 0.50). So it was looked up.",
    );
  });

  it("lists the queries, and opens each; a known claim was left out", async () => {
    const { why } = open(await slimRun(), "node-1");
    expect(why.textContent).toContain(
      "10 queries were searched for; 2 claims were left out as known",
    );
    expect(within(why).getAllByRole("button")).toHaveLength(12);
    const claim = open(await slimRun(), "node-5");
    expect(claim.why.textContent).toContain(
      "The answer from memory claims: “The Mur runs through Graz.”",
    );
    expect(claim.why.textContent).toContain("judged it known (0.91, above 0.50)");
    expect(claim.why.textContent).toContain("It was not searched for.");
  });

  it("shows what a query found, which supports nothing by itself", async () => {
    const { panel } = open(await slimRun(), "node-2");
    expect(within(panel).getAllByRole("listitem").length).toBeGreaterThan(2);
    expect(panel.textContent).not.toContain("supports the answer");
    expect(panel.textContent).toContain("Its passages went to the question above it.");
  });

  it("says of a known answer that nothing was looked up", async () => {
    const { why, panel } = open(await knownRun(), "node-1");
    expect(why.textContent).toContain("So nothing was looked up.");
    expect(why.textContent).toContain("Answered from memory.");
    expect(panel.textContent).not.toContain(stepPanelText.noAnswer);
  });

  it("tells which passages helped, into what it was split, and its departures", async () => {
    const events = await raIsfRun();
    const root = open(events, "node-1");
    expect(root.why.textContent).toContain("The model found 0 of 4 passages relevant.");
    expect(root.why.textContent).toContain("No passage helped, so it was split into 3 parts.");
    expect(root.panel.textContent).toContain("None of the passages counts.");
    expect(root.panel.textContent).toContain("4 passages judged not to help");
    const part = open(events, "node-2");
    expect(part.why.textContent).toContain("A part of “Does the river");
    expect(part.panel.textContent).toContain("helps");
    const deepest = open(events, "node-6");
    expect(deepest.why.textContent).toContain("It lies at the deepest level");
    expect(deepest.why.textContent).toContain("No way led to an answer.");
  });

  it("folds away the calls that judge one passage each", async () => {
    const { panel } = open(await raIsfRun(), "node-1");
    const group = within(panel).getByText("Does the passage help? — 4 calls");
    expect(group.closest("details")?.open).toBe(false);
  });

  it("shows the chosen tool with what each was predicted, costs and is worth", async () => {
    const { why } = open(await routerRun(), "node-1");
    expect(why.textContent).toContain("GOOGLE: the best for its price, at 0.015 of score");
    const rows = within(within(why).getByRole("table")).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "ToolPredicted score$ per 1,000Worth",
      "GOOGLE chosen0.74$5.000.67",
      "BING0.80$10.000.65",
      "No search0.62free0.62",
    ]);
    expect(why.textContent).toContain("1 request to GOOGLE: ≈ $0.0050.");
  });

  it("says that nothing could be predicted, and why", async () => {
    const error = new AppError("router-data-invalid", { reason: "vector-length" }).toData();
    const events = (await routerRun()).map((event) =>
      event.type === "source" ? { ...event, predicted: [], error } : event,
    );
    const { why } = open(events, "node-1");
    expect(why.textContent).toContain(
      "GOOGLE, as nothing could be predicted: The router cannot use these data.",
    );
    expect(why.textContent).not.toContain("best for its price");
  });

  it("names a service that failed, and who was asked instead", async () => {
    const { why } = open(await routerRun("fails"), "node-1");
    expect(why.textContent).toMatch(/GOOGLE did not help: .+\./u);
    expect(why.textContent).toContain("The search continued with the library, by words.");
  });

  it("follows the steps of a method that thinks of one at a time", async () => {
    const { why } = open(await stepwiseRun(), "node-3");
    expect(why.textContent).toMatch(
      /The step that was thought of after “.*capital of Austria\?”\./u,
    );
  });

  it("can be corrected, and done again from there, without a chain, too", async () => {
    open(await raIsfRun(), "node-2");
    const actions = within(screen.getByRole("region", { name: "Correct this step" }));
    expect(actions.getByRole("textbox", { name: "The right answer" })).toBeTruthy();
    expect(actions.getByText(/Everything after this one is redone/u)).toBeTruthy();
    expect(actions.queryByRole("button", { name: "Start again" })).toBeNull();
  });

  it("begins anew at the question itself, and says why that cannot be corrected", async () => {
    open(await raIsfRun(), "node-1");
    expect(screen.getByRole("button", { name: "Start again" })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "The right answer" })).toBeNull();
    expect(screen.getByText(/open one of the steps below/u)).toBeTruthy();
  });

  it("offers no word on what was only searched for, nor another model for it", async () => {
    const events = await slimRun();
    const claim = events.flatMap((event) =>
      event.type === "branch-start" && event.cause === "claims" ? event.nodes : [],
    )[0];
    open(events, claim?.id ?? "");
    expect(screen.getByText(/no answer of its own to correct/u)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /large model/u })).toBeNull();
  });

  it("opens the ends of the tree where no model was asked", async () => {
    const page = renderPart(<NodePanel id="question" />, await stepwiseRun());
    expect(page.container.textContent).toContain("No model was asked anything before");
  });
});

describe("the meter of a search service", () => {
  it("counts its searches, its money and its bytes by destination", async () => {
    const { container } = renderPart(<Counts ledger={foldLedger(await routerRun())} />);
    expect(container.textContent).toContain("GOOGLE: 1 search, ≈ $0.0050");
    expect(container.textContent).toContain("https://google.example");
  });

  it("says — where its price is unknown", async () => {
    const { container } = renderPart(<Counts ledger={foldLedger(await routerRun("no-price"))} />);
    expect(container.textContent).toContain("GOOGLE: 1 search, —");
  });
});

describe("the way out, in the meter", () => {
  const counts = async (events: RunEvent[]) =>
    renderPart(<Counts ledger={foldLedger(events)} />, events).container.textContent;

  it("names the exit, and counts the sub-questions and their levels", async () => {
    const split = await counts(await raIsfRun());
    expect(split).toMatch(/Sub-questions\d+, on 2 levels/u);
    expect(split).toContain("Sourcethe answers of its parts");
    const known = await counts(await knownRun());
    expect(known).toContain("Sourcememory, as known");
    expect(known).not.toContain("Sub-questions");
  });

  it("says nothing of the exit of a chain, or of a run that goes on", async () => {
    expect(await counts(await stepwiseRun())).not.toContain("Source");
    const begun = (await slimRun()).filter(({ type }) => type !== "verdict" && type !== "run-end");
    expect(await counts(begun)).not.toContain("Source");
  });
});

describe("the tree of a method", () => {
  it("has its queries one level under the question, and its legend what occurs", async () => {
    await renderApp({}, await slimRun());
    const tree = screen.getByRole("tree", { name: "Steps of the run" });
    const items = within(tree).getAllByRole("treeitem");
    expect(items.map((item) => item.getAttribute("aria-level"))).toEqual([
      "1",
      "2",
      ...Array.from({ length: 12 }, () => "3"),
      "2",
    ]);
    expect(items[2]?.getAttribute("aria-label")).toContain("searched for · river that runs");
    const legend = screen.getByRole("list", { name: "Marks in this tree" });
    expect(
      within(legend)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "read, does not support it",
      treeText.passageMark,
      treeText.sureMark,
      "answered from passages",
      "looked up",
      "skipped",
    ]);
  });
});
