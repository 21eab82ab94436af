import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RunStorage, RunSummary } from "../../../storage/runs.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { summaryOf } from "../../runs/run-recorder.ts";
import { Flips } from "./Flips.tsx";
import { RunEstimate } from "./RunEstimate.tsx";

const never = () => Promise.reject(new Error("not asked for here"));

/** FAKE: runs of 10, 11, 12 … seconds. */
function history(runs: number) {
  const rows = Array.from({ length: runs }, (_, index): RunSummary[] => {
    const made = summaryOf(fakeRun(), { begunEpochMs: index, savedEpochMs: index }, 1);
    const stages = made?.stages;
    if (made === null || stages === undefined) return [];
    const plan = { ...stages.plan, choice: "small" as const };
    const summarise = { ...stages.summarise, choice: "small" as const };
    const solve = { ...stages.solve, choice: "small" as const };
    const like = { small: "fake-small", large: null, usd: 0, seconds: 10 + index };
    return [{ ...made, ...like, id: `${index}`, stages: { plan, solve, summarise } }];
  }).flat();
  const storage: RunStorage = {
    damaged: async () => [],
    list: async () => rows,
    append: never,
    log: never,
    rename: never,
    mark: never,
    remove: never,
  };
  const tabs = {
    claim: async () => null,
    claimed: async () => new Set<string>(),
    announce: () => undefined,
    follow: () => () => undefined,
  };
  return { runStorage: async () => storage, tabs: async () => tabs };
}

async function shown(runs: number, canPay = false) {
  const part = (
    <>
      <RunEstimate />
      <Flips stage="plan" choices={["large", "decide", "small"]} />
    </>
  );
  const page = renderPart(part, [], history(runs));
  await page.runtime.start();
  if (canPay) {
    const { large, change } = page.runtime.settings.getState();
    change({ large: { ...large, baseUrl: "https://models.example/v1", model: "m" } });
  }
  await waitFor(() => expect(page.runtime.history.getState().status).toBe("ready"));
  return page;
}

it("tells what runs like it cost and took", async () => {
  await shown(4);
  expect(await screen.findByText(/last 4 took 10 s to 13 s and cost nothing/)).toBeDefined();
});

it("says nothing before it knows", async () => {
  const { container } = await shown(2);
  expect(container.textContent).toBe("");
});

it("says what the large model would add, once one is set up", async () => {
  const { container } = await shown(4, true);
  await waitFor(() =>
    expect(container.querySelector("li")?.textContent).toMatch(/^large: ≈ \+\$0\.0/),
  );
  expect(container.querySelector("li")?.textContent).toContain("time not known");
});

it("says nothing of a switch that cannot be flipped", async () => {
  const { container } = await shown(4);
  await screen.findByText(/last 4 took/);
  expect(container.querySelector("li")).toBeNull();
});

it("takes no run of the tab's model for one of the server's", async () => {
  const { runtime } = await shown(4);
  await screen.findByText(/last 4 took/);
  act(() => {
    const { change, small } = runtime.settings.getState();
    const server = { ...small.server, baseUrl: "http://localhost:11434/v1", model: "qwen2.5:0.5b" };
    change({ small: { ...small, at: "server", server } });
  });
  await waitFor(() => expect(screen.queryByText(/last 4 took/)).toBeNull());
});
