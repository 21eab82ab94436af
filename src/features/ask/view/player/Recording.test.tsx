import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import examples from "../../../../../public/questions/examples.json" with { type: "json" };
import { foldLedger } from "../../../../folds/ledger.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { openLog } from "../../../../log/file.ts";
import { coverExactMatchTokens } from "../../../../metrics/score.ts";
import { renderApp } from "../../../../testing/render-app.tsx";

const file = "public/examples/arrival.runs.bin";

beforeEach(async () => {
  const bytes = await readFile(file);
  vi.stubGlobal("fetch", async () => new Response(bytes));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Motion is reduced here, so the player is at its end. */
async function arrive() {
  const app = await renderApp({ examples: async () => examples });
  const bar = await screen.findByRole("region", { name: "A recorded run" }, { timeout: 5000 });
  return { ...app, bar };
}

describe("the two runs in the repository", () => {
  it("are whole, of one question and one switch apart: wrong and free, then right and paid", async () => {
    const { question, from, to } = JSON.parse(gunzipSync(await readFile(file)).toString());
    const example = examples.find((one) => one.question === question);
    const outcome = ({ events }: { events: RunEvent[] }) => {
      expect(openLog(events)).toEqual(events);
      expect(events[0]).toMatchObject({ question, small: { model: "hopwise-lm" } });
      const answer = events.findLast((event) => event.type === "answer");
      const short = answer?.type === "answer" ? answer.short : "";
      const isRight = coverExactMatchTokens(short, example?.answers ?? []) === 1;
      return { isRight, isFree: foldLedger(events).total.usd === 0 };
    };
    expect(outcome(from)).toEqual({ isRight: false, isFree: true });
    expect(outcome(to)).toEqual({ isRight: true, isFree: false });
    const differing = [0, 1, 2].filter((at) => from.combination[at] !== to.combination[at]);
    expect(differing).toHaveLength(1);
  });
});

describe("on arrival", () => {
  it("shows the recorded run, says that it is one, and what it is about", async () => {
    const { bar, runtime } = await arrive();
    expect(bar.textContent).toMatch(/Recorded \d+ [A-Z][a-z]{2}|Recorded with /u);
    expect(runtime.run.getState()).toMatchObject({ phase: "ended", opened: true });
    const { question } = runtime.run.getState();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe(question);
  });

  it("is wrong and free, until the page flips one switch: then it is right, for its price", async () => {
    const { runtime } = await arrive();
    const read = screen.getByRole("group", { name: /^Read/u });
    const large = within(read).getByRole<HTMLInputElement>("radio", { name: /^large/u });
    expect(large.checked).toBe(false);
    const settings = runtime.settings.getState().run;
    await waitFor(() => expect(large.checked).toBe(true), { timeout: 5000 });
    await waitFor(() => expect(runtime.run.getState().ledger.total.usd).toBeGreaterThan(0));
    expect(await screen.findByText(/^wrong → right, for \$/u)).toBeTruthy();
    // The person's own settings do not change until they move a switch.
    expect(runtime.settings.getState().run).toBe(settings);
    const small = within(read).getByRole<HTMLInputElement>("radio", { name: /^small/u });
    await userEvent.click(small);
    expect(large.checked).toBe(false);
    expect(runtime.settings.getState().run.solve).toBe("small");
    await waitFor(() => expect(runtime.run.getState().ledger.total.usd).toBe(0));
    expect(await screen.findByText(/^right → wrong, \$.* saved/u)).toBeTruthy();
  });

  it.each([
    ["somebody types", (draft: string) => `${draft}?`],
    ["the box is emptied", () => ""],
  ])("no switch is flipped once %s", async (_, change) => {
    const { runtime, view } = await arrive();
    view.getState().write(change(view.getState().draft));
    await new Promise((resolve) => setTimeout(resolve, 2300));
    expect(runtime.recordings.getState().demo).toBeNull();
  });

  it("flips no switch of somebody whose large model is paid for", async () => {
    const { runtime } = await arrive();
    const { large, change } = runtime.settings.getState();
    change({ large: { ...large, baseUrl: "https://api.example/v1", model: "some-model" } });
    await new Promise((resolve) => setTimeout(resolve, 2300));
    expect(runtime.recordings.getState().demo).toBeNull();
  });

  it("is stepped back and on by the scrubber's arrows", async () => {
    const { user, bar, runtime } = await arrive();
    const all = runtime.run.getState().events.length;
    within(bar).getByRole("slider").focus();
    await user.keyboard("{ArrowLeft}");
    expect(runtime.run.getState().phase).toBe("replaying");
    expect(runtime.run.getState().events.length).toBeLessThan(all);
    await user.keyboard("{ArrowRight}");
    expect(runtime.run.getState().events).toHaveLength(all);
  });

  it("gives way to a question of one's own, and is not kept as a run of the person's", async () => {
    const { runtime } = await arrive();
    await runtime.ask("Which river runs through Vienna?");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "A recorded run" })).toBeNull(),
    );
  });

  it("once closed is not shown again", async () => {
    const { user, bar, runtime } = await arrive();
    await user.click(within(bar).getByRole("button", { name: "Close the recording" }));
    expect(runtime.run.getState().phase).toBe("idle");
    expect(screen.queryByRole("region", { name: "A recorded run" })).toBeNull();
    await renderApp();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("region", { name: "A recorded run" })).toBeNull();
  });

  it("offers a look around of five steps, and never again", async () => {
    const { user, bar } = await arrive();
    await user.click(within(bar).getByRole("button", { name: "Take the tour (1 min)" }));
    const tour = await screen.findByRole("region", { name: "A look around" });
    for (const heading of ["The question", "The switches", "The tree", "The meter"]) {
      expect(within(tour).getByRole("heading").textContent).toBe(heading);
      expect(document.querySelectorAll("[data-pointed]")).toHaveLength(1);
      await user.click(within(tour).getByRole("button", { name: "Next" }));
    }
    await user.click(within(tour).getByRole("button", { name: "Done" }));
    expect(document.querySelectorAll("[data-pointed]")).toHaveLength(0);
    expect(within(bar).queryByRole("button", { name: "Take the tour (1 min)" })).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Play again");
  });
});
