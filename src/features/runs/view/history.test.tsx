import "fake-indexeddb/auto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { pageAt } from "../../../app/runtime/features.ts";
import { paths } from "../../../app/runtime/routes.ts";
import { AppError } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import type { Tabs } from "../../../session/tabs.ts";
import { openDatabase } from "../../../storage/database.ts";
import { databaseRuns, type RunStorage, type RunSummary } from "../../../storage/runs.ts";
import { fakeFailedRun, fakeRun, fakeRunUntil } from "../../../testing/fake-run.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { summaryOf } from "../run-recorder.ts";
import { runsRoute } from "./runs-route.ts";
// Imported here so that no test waits for the lazy parts.
import "./RunsPage.tsx";
import "./StorageFull.tsx";

afterEach(() => {
  location.hash = "";
});

let count = 0;
function stored() {
  count += 1;
  const name = `history-page-${count}`;
  const storage = databaseRuns(() => openDatabase(name));
  const tabs: Tabs = {
    claim: async () => () => undefined,
    claimed: async () => new Set(["live"]),
    announce: () => undefined,
    follow: () => () => undefined,
  };
  const services = (use: RunStorage = storage) => ({
    runStorage: async () => use,
    tabs: async () => tabs,
  });
  return { storage, services };
}

async function put(
  storage: RunStorage,
  id: string,
  events: readonly RunEvent[] = fakeRun(),
  changes: Partial<RunSummary> = {},
) {
  const own = events.map((one) => (one.type === "run-start" ? { ...one, runId: id } : one));
  const row = summaryOf(own, { begunEpochMs: count++, savedEpochMs: 1 }, 5000);
  if (row === null) throw new Error("the fake run has a start");
  await storage.append({ ...row, ...changes }, { from: 0, events: own });
}

async function openRuns(fill: (storage: RunStorage) => Promise<void>, how = paths.runs) {
  const { storage, services } = stored();
  await fill(storage);
  location.hash = how;
  const app = await renderApp(services());
  return { ...app, storage };
}

const rowNamed = (name: string) => within(screen.getByRole("article", { name }));

describe("addresses of runs", () => {
  it.each([
    ["#runs", { at: "list" }],
    ["#runs/one", { at: "list" }],
    [paths.compare("a/b", "c"), { at: "compare", runs: ["a/b", "c"] }],
    ["#run=abc", null],
  ])("%s leads to its view", (address, place) => {
    expect(pageAt(address)?.id === "runs" ? runsRoute(address) : null).toEqual(place);
  });
});

describe("the list of runs", () => {
  it("says what it is for while it is empty", async () => {
    await openRuns(async () => undefined);
    expect(await screen.findByRole("heading", { name: "No runs yet" })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Runs");
  });

  it("says so where nothing can be kept", async () => {
    location.hash = paths.runs;
    await renderApp();
    expect((await screen.findByRole("alert")).textContent).toMatch(/does not let the page keep/u);
  });

  it("has a sentence and Delete for a row that cannot be shown, and shows the others", async () => {
    const { user, storage } = await openRuns(async (all) => {
      await put(all, "good", fakeRun(), { title: "Good" });
      await put(all, "poisoned", fakeRun(), { begunEpochMs: 9e99 });
    });
    const damaged = await screen.findByRole("region", { name: "1 run that cannot be shown" });
    expect(damaged.textContent).toMatch(/what is kept of it is damaged/u);
    expect(screen.getByRole("article", { name: "Good" })).toBeTruthy();
    within(damaged)
      .getByRole("button", { name: /^Delete .*poisoned/u })
      .focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Deleted."));
    expect(await storage.damaged()).toEqual([]);
    expect(screen.getByRole("article", { name: "Good" })).toBeTruthy();
  });

  it("opens the log of a run whose row is damaged", async () => {
    const { user } = await openRuns((all) => put(all, "bad", fakeRun(), { begunEpochMs: 9e99 }));
    await user.click(await screen.findByRole("button", { name: "Open the log of: bad" }));
    expect(await screen.findByText("Opened from your runs")).toBeTruthy();
  });

  it("says why runs cannot be read, and reads them again when asked to", async () => {
    const { storage, services } = stored();
    await put(storage, "a", fakeRun(), { title: "First" });
    let fails = true;
    const list = async () => {
      if (fails) throw new AppError("storage-unavailable", { cause: "no-answer" });
      return storage.list();
    };
    location.hash = paths.runs;
    const { user } = await renderApp(services({ ...storage, list }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(/did not answer.*answered all the same/u);
    fails = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("article", { name: "First" })).toBeTruthy();
  });

  it("finds by words of title and answer, whatever their case and accents", async () => {
    const { user } = await openRuns(async (storage) => {
      await put(storage, "a", fakeRun(), { title: "Über Münzen" });
      await put(storage, "b", fakeFailedRun(), { question: "Another?" });
    });
    const search = await screen.findByRole("textbox", { name: /^Search/u });
    await user.type(search, "munzen OUGUIYA");
    expect(await screen.findByText(/^1 of 2 runs/u)).toBeTruthy();
    expect(screen.getByRole("article", { name: "Über Münzen" })).toBeTruthy();
    await user.type(search, " nowhere");
    expect(await screen.findByText("No runs match.")).toBeTruthy();
  });

  it("renames, deletes and brings back", async () => {
    const { user, storage } = await openRuns((all) => put(all, "a", fakeRun(), { title: "First" }));
    await user.click(await screen.findByRole("button", { name: "Rename: First" }));
    const field = screen.getByRole("textbox", { name: "New title" });
    expect(document.activeElement).toBe(field);
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Rename: First" }));
    await user.keyboard("{Enter}");
    fireEvent.change(screen.getByRole("textbox", { name: "New title" }), {
      target: { value: "Second" },
    });
    await user.click(screen.getByRole("button", { name: "Save" }));
    const renamed = await screen.findByRole("button", { name: "Rename: Second" });
    expect(document.activeElement).toBe(renamed);
    await user.click(await screen.findByRole("button", { name: "Delete: Second" }));
    expect(await screen.findByText("1 run deleted.")).toBeTruthy();
    const undo = screen.getByRole("button", { name: "Undo" });
    await waitFor(() => expect(document.activeElement).toBe(undo));
    expect(screen.queryByRole("article")).toBeNull();
    await user.click(undo);
    expect(await screen.findByRole("article", { name: "Second" })).toBeTruthy();
    expect(await storage.log("a")).not.toBeNull();
    expect(document.activeElement?.textContent).toBe("Runs");
  });

  it("opens a run on the first view, with no model", async () => {
    const { user, runtime } = await openRuns((all) => put(all, "a", fakeRun(), { title: "One" }));
    await user.click(await screen.findByRole("button", { name: "Open: One" }));
    expect(await screen.findByText("Opened from your runs")).toBeTruthy();
    expect(runtime.run.getState().trace.answer?.short).toMatch(/ouguiya/u);
    expect(runtime.device.getState().small.status).toBe("absent");
  });

  it("tells on arrival that the last run broke off, and goes on with it", async () => {
    const { user, runtime } = await openRuns(
      (storage) => put(storage, "a", fakeRunUntil("verdict", 1)),
      paths.ask,
    );
    expect(await screen.findByText(/^Your last run broke off: “/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go on with it" }));
    await waitFor(() => expect(runtime.run.getState().events.length).toBeGreaterThan(0));
    expect(screen.queryByText(/^Your last run broke off/u)).toBeNull();
  });

  it("offers to go on only with what broke off, and not to delete what is under way", async () => {
    await openRuns(async (storage) => {
      const broken = fakeRunUntil("verdict", 1);
      await put(storage, "broken", broken, { title: "Broken" });
      await put(storage, "live", broken, { title: "Live" });
      await put(storage, "done", fakeRun(), { title: "Done" });
    });
    await screen.findByRole("article", { name: "Broken" });
    expect(rowNamed("Broken").getByText("broke off")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Go on/u })).toHaveLength(1);
    expect(rowNamed("Live").getByText("under way")).toBeTruthy();
    expect(
      rowNamed("Live")
        .getByRole("button", { name: /^Delete/u })
        .getAttribute("aria-disabled"),
    ).toBe("true");
  });

  it("makes only the rows in sight of a long list, and says how many there are", async () => {
    await openRuns(async (storage) => {
      for (let made = 0; made < 300; made += 1) {
        await put(storage, `r${made}`, fakeRun().slice(0, 1), { title: `Run ${made}` });
      }
    });
    expect(await screen.findByText(/^300 runs/u)).toBeTruthy();
    const rows = await screen.findAllByRole("listitem");
    expect(rows.length).toBeLessThan(100);
    expect(rows[0]?.getAttribute("aria-setsize")).toBe("300");
  });
});

describe("two runs side by side", () => {
  it("are chosen in the list, and the first step at which they part is marked", async () => {
    const other = fakeRun().map((event) =>
      event.type === "verdict" && event.node === "n4" ? { ...event, span: "dirham" } : event,
    );
    const { user } = await openRuns(async (storage) => {
      await put(storage, "a", fakeRun(), { title: "One" });
      await put(storage, "b", other, { title: "Two" });
    });
    await user.click(await screen.findByRole("checkbox", { name: "Compare: One" }));
    expect(screen.queryByRole("button", { name: "Compare them" })).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Compare: Two" }));
    await user.click(screen.getByRole("button", { name: "Compare them" }));
    const steps = within(await screen.findByRole("region", { name: "Step by step" }));
    const marked = steps.getByRole("row", { name: /diverges here/u });
    expect(marked.textContent).toContain("ouguiya");
    expect(marked.textContent).toContain("dirham");
  });

  it("says so when one is not there any more", async () => {
    await openRuns((storage) => put(storage, "a"), paths.compare("a", "gone"));
    expect((await screen.findByRole("alert")).textContent).toBe("This run is not there any more.");
  });
});

describe("a full browser", () => {
  it("is met with a choice: make room, take the run away, or go on without", async () => {
    const { storage, services } = stored();
    await put(storage, "old", fakeRun(), { title: "Old" });
    let full = true;
    const limited: RunStorage = {
      ...storage,
      append: (row, piece) =>
        full ? Promise.reject(new AppError("quota-exceeded")) : storage.append(row, piece),
      remove: async (ids) => {
        full = false;
        await storage.remove(ids);
      },
    };
    const { user, runtime } = await renderApp(services(limited));
    await runtime.ask("What?");
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText(/no more room/u)).toBeTruthy();
    expect(alert.getByRole("button", { name: "Save this run as a file" })).toBeTruthy();
    expect(alert.getByRole("button", { name: "Go on without keeping it" })).toBeTruthy();
    await user.click(await alert.findByRole("button", { name: /^Delete the 1 oldest run/u }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await waitFor(async () => expect(await storage.log("fake-run")).toEqual(fakeRun()));
    expect(await storage.log("old")).toBeNull();
  });
});
