import { readFile } from "node:fs/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { foldLedger } from "../../../../folds/ledger.ts";
import { logVersion } from "../../../../log/events.ts";
import { openRunFile } from "../../../../log/file.ts";
import { renderApp } from "../../../../testing/render-app.tsx";

const file = "public/examples/arrival.run.json";

beforeEach(async () => {
  const log = await readFile(file, "utf8");
  vi.stubGlobal("fetch", async () => new Response(log));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Motion is reduced here, so it stands at its end. */
async function arrive() {
  const app = await renderApp();
  const bar = await screen.findByRole("region", { name: "A recorded run" }, { timeout: 5000 });
  return { ...app, bar };
}

describe("the recording in the repository", () => {
  it("is a whole run in which a large model plans, and was paid, that opens unchanged", async () => {
    const text = await readFile(file, "utf8");
    const events = openRunFile(text);
    expect(events[0]).toMatchObject({ small: { model: "hopwise-lm", destination: "device" } });
    expect(events[0]).toMatchObject({ settings: { plan: "large", solve: "small" } });
    expect(foldLedger(events).byStage.plan.usd).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
    // A later version only has more to tell.
    const [start, ...rest] = JSON.parse(text).events;
    expect([{ ...start, version: logVersion }, ...rest]).toEqual(events);
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

  it("says so in its place where the recording cannot be had, and plays it once it can", async () => {
    const fetchRun = fetch;
    const headers = { "content-type": "text/html" };
    vi.stubGlobal("fetch", async () => new Response("<!doctype html>", { headers }));
    const { user, runtime, bar } = await arrive();
    const alert = await within(bar).findByRole("alert");
    expect(alert.textContent).toMatch(/did not come.*server did not send it/u);
    expect(runtime.run.getState()).toMatchObject({ phase: "idle", error: null });
    await user.click(within(bar).getByRole("button", { name: "Try again" }));
    vi.stubGlobal("fetch", fetchRun);
    await user.click(await within(bar).findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(runtime.run.getState().phase).toBe("ended"));
    expect(screen.queryByText("The recorded run did not come")).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Play again");
  });

  it("plays none that was changed, and says so", async () => {
    const log = await readFile(file, "utf8");
    const changed = log.replace("Siam", "PWNED");
    expect(changed).not.toBe(log);
    vi.stubGlobal("fetch", async () => new Response(changed));
    const { runtime, bar } = await arrive();
    const alert = await within(bar).findByRole("alert");
    expect(alert.textContent).toMatch(/arrival\.run\.json.*checksum/u);
    expect(runtime.run.getState()).toMatchObject({ phase: "idle", error: null });
  });

  it("can be gone on without where it cannot be had, and is not asked for again", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    const { user, bar } = await arrive();
    await user.click(await within(bar).findByRole("button", { name: "Go on without it" }));
    expect(screen.queryByRole("region", { name: "A recorded run" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Your question"));
  });
});
