import { readFile } from "node:fs/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../../../testing/render-app.tsx";

const file = "public/examples/arrival.runs.bin";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function arrive() {
  const app = await renderApp();
  const bar = await screen.findByRole("region", { name: "A recorded run" }, { timeout: 5000 });
  return { ...app, bar };
}

// Results are cached across tests: the last test is the one that gets a run.
describe("a recorded run that does not come", () => {
  it("plays none that was changed, and says so", async () => {
    const changed = Buffer.concat([await readFile(file), Buffer.from("!")]);
    vi.stubGlobal("fetch", async () => new Response(changed));
    const { runtime, bar } = await arrive();
    const alert = await within(bar).findByRole("alert");
    expect(alert.textContent).toMatch(/arrival\.runs\.bin.*checksum/u);
    expect(runtime.run.getState()).toMatchObject({ phase: "idle", error: null });
  });

  it("can be gone on without where it cannot be had, and is not asked for again", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    const { user, bar } = await arrive();
    await user.click(await within(bar).findByRole("button", { name: "Go on without it" }));
    expect(screen.queryByRole("region", { name: "A recorded run" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Your question"));
  });

  it("says so in its place where the recording cannot be had, and plays it once it can", async () => {
    const bytes = await readFile(file);
    const headers = { "content-type": "text/html" };
    vi.stubGlobal("fetch", async () => new Response("<!doctype html>", { headers }));
    const { user, runtime, bar } = await arrive();
    const alert = await within(bar).findByRole("alert");
    expect(alert.textContent).toMatch(/did not come.*server did not send it/u);
    expect(runtime.run.getState()).toMatchObject({ phase: "idle", error: null });
    await user.click(within(bar).getByRole("button", { name: "Try again" }));
    vi.stubGlobal("fetch", async () => new Response(bytes));
    await user.click(await within(bar).findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(runtime.run.getState().phase).toBe("ended"));
    expect(screen.queryByText("The recorded run did not come")).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Play again");
  });
});
