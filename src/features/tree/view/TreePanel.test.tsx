import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fakeRun } from "../../../testing/fake-run.ts";
import { generatedLog } from "../../../testing/generated-log.ts";
import { renderApp } from "../../../testing/render-app.tsx";

async function renderTree() {
  const app = await renderApp({}, fakeRun());
  return { ...app, tree: screen.getByRole("tree", { name: "Steps of the run" }) };
}

const focusedName = () => document.activeElement?.getAttribute("aria-label") ?? "";

describe("the tree as a list", () => {
  it("has one stop in the tab order, and says each step in full", async () => {
    const { tree } = await renderTree();
    const items = within(tree).getAllByRole("treeitem");
    expect(items.filter((item) => item.tabIndex === 0)).toHaveLength(1);
    const corrected = within(tree).getByRole("treeitem", {
      name: /overruled by the library: Mauritania/u,
    });
    expect(corrected.getAttribute("aria-level")).toBe("2");
    expect(corrected.getAttribute("aria-expanded")).toBe("true");
    expect(within(tree).getAllByRole("treeitem", { name: /replaced/u })).toHaveLength(2);
  });

  it("is walked by arrows, Home and End, and lights the picture as it goes", async () => {
    const { user, tree, view } = await renderTree();
    within(tree).getAllByRole("treeitem")[0]?.focus();
    await user.keyboard("{ArrowDown}");
    expect(focusedName()).toContain("overruled by the library: Mauritania");
    expect(view.getState().active).toBe("n1");
    await user.keyboard("{End}");
    expect(focusedName()).toContain("When did Mali become independent?");
    await user.keyboard("{Home}");
    expect(focusedName()).toContain("What is the currency of the country");
  });

  it("of a long run comes a few rows at a time, and its end is there as soon as it is asked for", async () => {
    const { user } = await renderApp({}, generatedLog(200));
    const tree = screen.getByRole("tree", { name: "Steps of the run" });
    const rows = () => tree.querySelectorAll('[role="treeitem"]').length;
    expect(rows()).toBeLessThan(100);
    tree.querySelector<HTMLElement>('[role="treeitem"]')?.focus();
    await user.keyboard("{End}");
    // Many abandoned branches start folded.
    expect(rows()).toBeGreaterThan(100);
    expect(document.activeElement?.getAttribute("aria-posinset")).not.toBeNull();
    expect(document.activeElement).toBe(tree.lastElementChild);
  });

  it("folds and unfolds a branch", async () => {
    const { user, tree } = await renderTree();
    const all = within(tree).getAllByRole("treeitem").length;
    within(tree).getAllByRole("treeitem")[0]?.focus();
    await user.keyboard("{ArrowDown}{ArrowLeft}");
    expect(within(tree).getAllByRole("treeitem").length).toBeLessThan(all);
    await user.keyboard("{ArrowRight}");
    expect(within(tree).getAllByRole("treeitem")).toHaveLength(all);
  });
});

describe("the tree as a whole", () => {
  it("folds what is over into the step it belongs to, and unfolds it again", async () => {
    const { user, tree } = await renderTree();
    const all = within(tree).getAllByRole("treeitem").length;
    await user.click(screen.getByRole("button", { name: "Collapse finished branches" }));
    expect(within(tree).getAllByRole("treeitem")).toHaveLength(all - 2);
    expect(
      within(tree).getByRole("treeitem", { name: /Mauritania.*\+2 steps collapsed/u }),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Collapse finished branches" }));
    expect(within(tree).getAllByRole("treeitem")).toHaveLength(all);
  });

  it("is seen by time and by money, each step with its own", async () => {
    const { user, tree } = await renderTree();
    await user.click(screen.getByRole("button", { name: "Time" }));
    expect(screen.getByRole("button", { name: "Time", pressed: true })).toBeTruthy();
    const timed = within(tree).getAllByRole("treeitem", { name: /\d\.\d s$/u });
    expect(timed.length).toBeGreaterThan(3);
    await user.click(screen.getByRole("button", { name: "Money" }));
    expect(within(tree).getAllByRole("treeitem", { name: /\$\d/u }).length).toBeGreaterThan(0);
  });
});

describe("an opened step", () => {
  async function openCorrected() {
    const app = await renderTree();
    within(app.tree).getAllByRole("treeitem")[0]?.focus();
    await app.user.keyboard("{ArrowDown}{Enter}");
    const panel = await screen.findByRole("article", { name: /Nouakchott as its capital/u });
    return { ...app, panel };
  }

  it("shows what was said, found and spent, and takes the focus", async () => {
    const { panel } = await openCorrected();
    expect(document.activeElement?.textContent).toContain("Nouakchott");
    expect(panel.textContent).toContain("Mali");
    expect(panel.textContent).toContain("94 % sure (50 % is enough)");
    expect(panel.textContent).toContain("no. 1 by words · no. 2 by meaning");
    expect(panel.querySelectorAll("mark")[0]?.textContent).toBe("Mauritania");
    expect(panel.textContent).toContain("212 read (38 cached), 4 written");
    expect(panel.textContent).toContain("Expected a chain; repaired");
  });

  it("is retried from there, by either model", async () => {
    const { user, runtime, panel } = await openCorrected();
    const retry = vi.spyOn(runtime, "retry").mockResolvedValue();
    expect(within(panel).queryByRole("button", { name: "Retry with the large model" })).toBeNull();
    const { change, large } = runtime.settings.getState();
    change({ large: { ...large, baseUrl: "https://models.example/v1", model: "m" } });
    await user.click(
      await within(panel).findByRole("button", { name: "Retry with the large model" }),
    );
    expect(retry).toHaveBeenCalledWith({ kind: "node", node: "n1" }, "large");
  });

  it("takes a person's answer, and says what becomes of it", async () => {
    const { user, runtime, panel, view } = await openCorrected();
    const retry = vi.spyOn(runtime, "retry").mockResolvedValue();
    await user.click(within(panel).getByRole("button", { name: "Use my answer and continue" }));
    expect(retry).not.toHaveBeenCalled();
    expect(within(panel).getByRole("alert").textContent).toContain("Enter the right answer first");
    await user.keyboard("  Mali {Enter}");
    expect(retry).toHaveBeenCalledWith({ kind: "correct", node: "n1", answer: "Mali" }, null);
    expect(view.getState().selected).toBeNull();
  });

  it("is marked unsolved, with the switches back at what the run went by", async () => {
    const { user, runtime, panel } = await openCorrected();
    const retry = vi.spyOn(runtime, "retry").mockResolvedValue();
    const { run, changeRun } = runtime.settings.getState();
    changeRun({ ...run, method: "ra-isf", plan: "off" });
    await within(panel).findByText(/The switches return/u);
    await user.click(within(panel).getByRole("button", { name: "Mark as not found" }));
    expect(retry).toHaveBeenCalledWith({ kind: "correct", node: "n1", answer: null }, null);
    expect(runtime.settings.getState().run).toMatchObject({ method: "coop-llm" });
  });

  it("hears no word on a step that a later branch left behind", async () => {
    const { user, tree } = await renderTree();
    within(tree).getAllByRole("treeitem")[0]?.focus();
    await user.keyboard("{End}{Enter}");
    const panel = await screen.findByRole("article", { name: /When did Mali/u });
    expect(within(panel).queryByRole("button", { name: "Mark as not found" })).toBeNull();
    expect(panel.textContent).toContain("replaced");
  });

  it("closes again, and gives the keyboard back to the step it was opened from", async () => {
    const { user } = await openCorrected();
    const opener = within(screen.getByRole("tree")).getByRole("treeitem", { selected: true });
    await user.click(screen.getByRole("button", { name: "Close step" }));
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it("closes by Escape too, but not from the field of a correction", async () => {
    const { user, panel } = await openCorrected();
    await user.type(within(panel).getByRole("textbox"), "Ma{Escape}");
    expect(panel.isConnected).toBe(true);
    within(panel).getByRole("heading", { level: 3 }).focus();
    await user.keyboard("{Escape}");
    expect(panel.isConnected).toBe(false);
    expect(document.activeElement?.getAttribute("role")).toBe("treeitem");
  });
});
