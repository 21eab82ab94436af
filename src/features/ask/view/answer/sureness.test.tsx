import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contradictionOf } from "../../../../folds/contradiction.ts";
import type { Effect } from "../../../../folds/reasons/effects.ts";
import { featuresOf } from "../../../../folds/verifier/features.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { fakePassage } from "../../../../testing/fake-log.ts";
import { capitalHop, type Hop, runOfHops, seaHop } from "../../../../testing/hops.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { surenessText } from "../../../../ui-kit/text/sureness.ts";
import type { Judged } from "../../judge.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";

/** Stubbed verifier result, because the real trees are retrained now and then. */
let said: { sure: number | null; effects: Effect[] } = { sure: null, effects: [] };

vi.mock("../../judge.ts", () => ({
  judgeAnswer: (trace: Parameters<typeof featuresOf>[0]): Judged => ({
    sure: said.sure,
    contradiction: contradictionOf(trace),
    features: () => featuresOf(trace),
    effects: () => said.effects,
  }),
}));

const unsolved: Hop = { ...seaHop, answer: null, verdict: "unsolved", noAnswer: 0.99 };

function shown(hops: readonly Hop[], short: string, asked?: string) {
  const log = runOfHops(hops, short, asked);
  log.add({ type: "run-end", outcome: "answered", error: null });
  const small: RunEvent[] = log.events.map((event) =>
    event.type === "run-start"
      ? {
          ...event,
          settings: { ...event.settings, plan: "small", solve: "small", summarise: "small" },
        }
      : event,
  );
  return renderPart(<AnswerPanel />, small);
}

const buttons = (container: HTMLElement) =>
  [...container.querySelectorAll("p > button")].map(({ textContent }) => textContent);

describe("how sure an answer is, beside it", () => {
  beforeEach(() => {
    said = { sure: 0.816, effects: [] };
  });

  it("is a figure that opens what it is, and why", async () => {
    said.effects = [
      { kind: "check", effect: 0.2 },
      { kind: "names", effect: -0.1 },
    ];
    const { user } = shown([capitalHop, seaHop], "Baltic Sea");
    const summary = await screen.findByText("82 % sure");
    const details = summary.closest("details");
    if (details === null) throw new Error("nothing to open");
    expect(details.open).toBe(false);
    await user.click(summary);
    expect(details.open).toBe(true);
    await screen.findByText(/about 82 of 100/u);
    expect(details.textContent).toContain("about 82 of 100 were right");
    expect(details.textContent).toContain("Why: the answer check.");
    expect(details.textContent).toContain("Against it:");
  });

  it("says of a doubted answer that it is one, in smaller type, and offers what helps most first", async () => {
    said.sure = 0.22;
    const { container, view } = shown([{ ...capitalHop, relevance: 0.4 }, seaHop], "Baltic Sea");
    expect(await screen.findByText(surenessText.line("doubtful", 0.22))).toBeTruthy();
    expect(screen.getByText("Baltic Sea", { selector: "p" }).className).toContain("isQuiet");
    const [first = "", second = ""] = buttons(container);
    expect(first).toMatch(/^Let a large model plan \(≈ /u);
    expect(second).toBe("Fix step 1");
    screen.getByRole("button", { name: "Fix step 1" }).click();
    expect(view.getState().selected).toBe("node-1");
  });

  it("states one that may be right as it states others, without ways on", async () => {
    said.sure = 0.55;
    const { container } = shown([capitalHop, seaHop], "Baltic Sea");
    expect(await screen.findByText("May be right: 55 % sure")).toBeTruthy();
    expect(screen.getByText("Baltic Sea", { selector: "p" }).className).not.toContain("isQuiet");
    expect(buttons(container).filter((name) => /model|document/u.test(name ?? ""))).toEqual([]);
  });

  it("leaves one that was found in part so, with its figure, however high", async () => {
    said.sure = 0.97;
    shown([capitalHop, unsolved], "North Sea");
    expect(await screen.findByText("over 95 % sure")).toBeTruthy();
    expect(screen.getByText("Partly found.")).toBeTruthy();
  });

  it("stands beside a guess, where that is shown", async () => {
    said.sure = 0.02;
    shown([{ ...capitalHop, noAnswer: 0.99 }], "Estonia", "Who won the cup?");
    const guess = (await screen.findByText("Show the model's guess")).closest("details");
    if (guess === null) throw new Error("no guess");
    expect(await within(guess).findByText("under 5 % sure")).toBeTruthy();
  });

  it("has a passage that says otherwise beside it", async () => {
    const capital: Hop = { ...seaHop, query: "Which sea borders Estonia?" };
    const log = runOfHops([capital], "Baltic Sea", capital.query);
    const other = fakePassage("lie", "Letters", "Estonia borders the Black Sea alone.", 2, 2);
    const read = { kind: "span", span: "Black Sea", confidence: 0.9, noAnswer: 0.01 } as const;
    const events = log.events.map((event): RunEvent => {
      if (event.type === "retrieval") return { ...event, passages: [...event.passages, other] };
      if (event.type !== "reading") return event;
      const readings = [...event.readings, { ...read, relevance: 0.9, passageId: other.id }];
      return { ...event, readings };
    });
    renderPart(<AnswerPanel />, events);
    const said = await screen.findByText("Two passages disagree.");
    expect(said.parentElement?.textContent).toContain("“Letters” says Black Sea.");
  });

  it("is not told of an empty answer", async () => {
    said.sure = null;
    const { container } = shown([capitalHop, unsolved], "");
    await screen.findByRole("button", { name: "Fix step 2" });
    expect(container.textContent).not.toMatch(/% sure/u);
  });
});
