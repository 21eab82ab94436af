import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pageAt } from "../../../app/runtime/features.ts";
import { paths } from "../../../app/runtime/routes.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { fakeLab } from "../../../testing/ui/lab/fake-lab.ts";
import { cornerOf, labRoute } from "./lab-route.ts";
// Imported eagerly, so that no test waits for it to load.
import "./LabPage.tsx";

afterEach(() => {
  location.hash = "";
});

describe("addresses", () => {
  it.each([
    ["", null],
    ["#question", null],
    ["#laboratory", null],
    [paths.ask, null],
    [paths.lab, { at: "list", report: null }],
    ["#lab/", { at: "list", report: null }],
    [paths.sample("a b"), { at: "list", report: "a b" }],
    [paths.corner("LSS"), { at: "list", report: null }],
    [paths.newBatch, { at: "new" }],
    [paths.pipeline, { at: "pipeline" }],
    [paths.batch("a/ä b"), { at: "batch", batchId: "a/ä b" }],
    ["#lab/%E0%A4%A", { at: "list", report: null }],
  ])("%s leads to its view", (address, place) => {
    expect(pageAt(address)?.id === "lab" ? labRoute(address) : null).toEqual(place);
  });

  it("name a combination only under a report", () => {
    expect(cornerOf(paths.corner("LSS"))).toBe("LSS");
    expect(cornerOf(`${paths.sample("a")}/SSL`)).toBe("SSL");
    for (const address of ["", paths.lab, paths.sample("LSS"), paths.batch("LSS")]) {
      expect(cornerOf(address)).toBeNull();
    }
  });
});

describe("the two views", () => {
  const link = (name: string) => screen.getByRole("link", { name });
  const current = () =>
    [...screen.getByRole("navigation", { name: "Views" }).querySelectorAll("[aria-current]")].map(
      (view) => view.textContent,
    );

  it("changes to the lab and back, keeping what was typed", async () => {
    const { user } = await renderApp();
    expect(current()).toEqual(["Ask"]);
    await user.type(screen.getByRole("textbox", { name: "Your question" }), "Which river?");
    await user.click(link("Lab"));
    const heading = await screen.findByRole("heading", { name: /worth paying for/u });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(current()).toEqual(["Lab"]);
    expect(link("Ask")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Your question" })).toBeNull();
    history.back();
    const box = await screen.findByRole("textbox", { name: "Your question" });
    expect(box).toHaveProperty("value", "Which river?");
    expect(document.activeElement).toBe(screen.getByRole("main", { name: "Ask" }));
  });

  it("opens in the lab when the address says so, and skips to its heading", async () => {
    location.hash = paths.lab;
    const { user } = await renderApp();
    const heading = await screen.findByRole("heading", { name: /worth paying for/u });
    screen.getByRole("link", { name: "Lab" }).focus();
    await user.click(screen.getByRole("link", { name: "Skip to the lab" }));
    expect(document.activeElement).toBe(heading);
    expect(location.hash).toBe(paths.lab);
  });
});

describe("a report of one's own", () => {
  it("that is given before the batches are there is opened once they are", async () => {
    const { user, runtime } = await renderApp();
    const lab = fakeLab();
    let opened = () => {};
    vi.spyOn(runtime, "lab").mockReturnValue(
      new Promise((resolve) => {
        opened = () => resolve(lab);
      }),
    );
    await user.click(screen.getByRole("link", { name: "Lab" }));
    const file = await screen.findByLabelText("Open a report or runs");
    await user.upload(file, new File(['{"format":"hopwise-lab"}'], "models.lab.json"));
    expect(location.hash).toBe(paths.lab);
    opened();
    await waitFor(() => expect(location.hash).toBe(paths.batch("b1")));
    expect(lab.calls).toContain("import");
  });

  it("a file that is none is opened as runs of another agent", async () => {
    const { user, runtime } = await renderApp();
    const lab = fakeLab();
    vi.spyOn(runtime, "lab").mockResolvedValue(lab);
    const open = vi.spyOn(lab.pipeline, "open").mockResolvedValue();
    await user.click(screen.getByRole("link", { name: "Lab" }));
    const file = new File(["question,plan_model,score\n"], "runs.csv");
    await user.upload(await screen.findByLabelText("Open a report or runs"), file);
    await waitFor(() => expect(location.hash).toBe(paths.pipeline));
    expect(open).toHaveBeenCalledWith(file);
    expect(lab.calls).not.toContain("import");
  });
});
