import { describe, expect, it, vi } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeLargeTree, fakeRun, fakeRunUntil } from "../../../testing/fake-run.ts";
import { generatedLog } from "../../../testing/generated-log.ts";
import { raIsfRun, slimRun } from "../../../testing/method-runs.ts";
import { treeItems } from "./tree-model.ts";
import { createTreeView } from "./tree-view.ts";

const text = {
  query: (line: string) => line.length * 6,
  answer: (line: string) => line.length * 7,
  stream: (line: string) => line.length * 7,
  quote: (line: string) => line.length * 6,
};
const still = { orientation: "across", durationMs: 0 } as const;

function makeView() {
  const content = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const onSelect = vi.fn();
  const onPoint = vi.fn();
  const words = { cause: () => "corrected", label: () => "Answer" };
  const view = createTreeView(content, text, words, { onSelect, onPoint });
  return { content, view, onSelect };
}

const node = (content: Element, index: number) => content.querySelectorAll("g.node")[index];

describe("createTreeView", () => {
  it("draws one group an item and one line an edge", () => {
    const { content, view } = makeView();
    const items = treeItems(foldTrace(fakeRun()));
    view.update(items, still);
    expect(content.querySelectorAll("g.node")).toHaveLength(items.length);
    expect(content.querySelectorAll("path.edge")).toHaveLength(items.length - 1);
    expect(content.querySelectorAll("text.cause")).toHaveLength(1);
  });

  it("draws a query in one line, and ends the line of each part at its status", async () => {
    const { content, view } = makeView();
    view.update(treeItems(foldTrace(await slimRun())), still);
    const rows = content.querySelectorAll("g.node.status-searched");
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row.querySelectorAll("text.query")).toHaveLength(1);
    expect(content.querySelectorAll("g.node path.edge")).toHaveLength(0);
    expect(content.querySelectorAll("text.cause")).toHaveLength(1);
    view.update(treeItems(foldTrace(await raIsfRun())), still);
    expect(content.querySelectorAll("g.node path.edge")).toHaveLength(5);
  });

  it("puts a step at once where the words stood that it came from, and moves others in", () => {
    const { content, view } = makeView();
    const [question, first] = treeItems(foldTrace(fakeRun()));
    if (question === undefined || first === undefined) throw new Error("no step");
    const moving = { orientation: "across", durationMs: 260 } as const;
    view.update([question], moving);
    view.update([question, { ...first, id: "draft" }], moving);
    expect(node(content, 1)?.getAttribute("opacity")).toBe("0");
    view.update([question, first], moving);
    const standing = [...content.querySelectorAll("g.node")].map((one) =>
      one.getAttribute("opacity"),
    );
    expect(standing).toEqual(["0", "1"]);
    view.destroy();
  });

  it("draws model output as text, never as markup", () => {
    const { content, view } = makeView();
    const [question] = treeItems(foldTrace(fakeRun()));
    if (question === undefined) throw new Error("no question");
    const hostile = {
      ...question,
      id: "x",
      parent: question.id,
      kind: "hop" as const,
      title: "<img src=x>",
      text: "<b>",
    };
    view.update([question, hostile], still);
    expect(content.querySelector("img, b")).toBeNull();
    expect(content.textContent).toContain("<img");
  });

  it("keeps every group in its place while words stream and branches grow", () => {
    const { content, view } = makeView();
    view.update(treeItems(foldTrace(fakeRunUntil("branch-start"))), still);
    const first = node(content, 1);
    const before = first?.getAttribute("transform");
    view.update(treeItems(foldTrace(fakeRun())), still);
    expect(node(content, 1)).toBe(first);
    expect(first?.getAttribute("transform")).toBe(before);
  });

  it("draws many that come at once a few a frame, and goes on where it is updated meanwhile", async () => {
    const { content, view } = makeView();
    const items = treeItems(foldTrace(generatedLog(60)));
    const count = () => content.querySelectorAll("g.node").length;
    view.update(items, still);
    expect(view.isFilling()).toBe(true);
    expect(count()).toBeLessThan(items.length / 2);
    view.update(items, still);
    await vi.waitFor(() => expect(count()).toBe(items.length));
    const places = [...content.querySelectorAll<SVGGElement>("g.node")].map(
      ({ dataset }) => dataset["place"],
    );
    expect(new Set(places).size).toBe(items.length);
    expect(content.querySelectorAll("g.edges path")).toHaveLength(items.length - 1);
    expect(view.isFilling()).toBe(false);
  });

  it("draws no more once it is taken away", async () => {
    const { content, view } = makeView();
    view.update(treeItems(foldTrace(generatedLog(60))), still);
    view.destroy();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(content.querySelectorAll("*")).toHaveLength(0);
  });

  it("marks what is selected, and selects what is clicked", () => {
    const { content, view, onSelect } = makeView();
    view.update(treeItems(foldTrace(fakeRun())), still);
    node(content, 1)?.dispatchEvent(new MouseEvent("click"));
    expect(onSelect).toHaveBeenCalledWith("n1");
    view.highlight({ selected: "n1", active: null, marked: new Set(["n2"]) });
    expect(node(content, 1)?.classList.contains("is-selected")).toBe(true);
    expect(node(content, 1)?.classList.contains("is-dimmed")).toBe(true);
    expect(node(content, 2)?.classList.contains("is-marked")).toBe(true);
    expect(view.placeOf("n1")?.x).toBeGreaterThan(0);
    expect(view.placeOf("nowhere")).toBeNull();
  });

  it("leaves untouched what has not changed", () => {
    const { content, view } = makeView();
    const items = treeItems(foldTrace(fakeLargeTree(60)));
    view.update(items, still);
    const mark = node(content, 1)?.querySelector(".mark");
    view.update(items, still);
    expect(node(content, 1)?.querySelector(".mark")).toBe(mark);
  });
});
