/** An item enters at its parent and moves once; then only text and marks change. */
import { type BaseType, easeCubicIn, easeCubicOut, type Selection, select } from "d3";
import { causePlace, edgePath } from "./edge-path.ts";
import type { Box } from "./fit-view.ts";
import { drawItem, type ItemText } from "./tree-item.ts";
import {
  alongFor,
  type Edge,
  layoutTree,
  type Orientation,
  type Place,
  type TreeLayout,
} from "./tree-layout.ts";
import type { TreeItem } from "./tree-model.ts";

export interface TreeWords {
  /** For example "corrected: Bamako". */
  cause(item: TreeItem): string;
  label(item: TreeItem): string;
}

interface TreeViewOptions {
  orientation: Orientation;
  durationMs: number;
  /** The frame to fill across, with the maximum enlargement. */
  frame?: { width: number; height: number; largest: number } | undefined;
}

interface Highlight {
  selected: string | null;
  active: string | null;
  marked: ReadonlySet<string> | null;
}

export interface TreeView {
  update(items: readonly TreeItem[], options: TreeViewOptions): TreeLayout;
  highlight(highlight: Highlight): void;
  placeOf(id: string): Place | null;
  /** A large batch is still being drawn. */
  isFilling(): boolean;
  forget(): void;
  destroy(): void;
}

export interface TreeHandlers {
  onSelect(id: string): void;
  onPoint(id: string | null): void;
}

/** Further items are drawn over several frames: measuring ten takes some ten milliseconds. */
const many = 40;
const eachFrame = 10;

interface Placed {
  item: TreeItem;
  place: Place;
  from: Place;
}

interface Joined {
  edge: Edge;
  item: TreeItem;
}

export function createTreeView(
  content: SVGGElement,
  text: ItemText,
  words: TreeWords,
  handlers: TreeHandlers,
): TreeView {
  const root = select(content);
  const ribbons = root.append("g").attr("class", "ribbons");
  const edges = root.append("g").attr("class", "edges");
  const causes = root.append("g").attr("class", "causes");
  const nodes = root.append("g").attr("class", "nodes");
  const draw = (): Drawing => ({ text, words, handlers, along: layout.along });
  let shape = "";
  let layout: TreeLayout = layoutTree([], "across");
  let filling: number | null = null;
  let highlighted: Highlight = { selected: null, active: null, marked: null };

  function applyHighlight(): void {
    const { selected, active, marked } = highlighted;
    nodes
      .selectAll<SVGGElement, Placed>("g.node")
      .classed("is-selected", ({ item }) => item.id === selected)
      .classed("is-active", ({ item }) => item.id === active)
      .classed("is-marked", ({ item }) => marked?.has(item.id) === true)
      .classed("is-dimmed", ({ item }) => marked !== null && !marked.has(item.id));
  }

  function update(items: readonly TreeItem[], options: TreeViewOptions): TreeLayout {
    // While streaming, text changes every frame, positions only with a new item.
    const { orientation, frame } = options;
    const room = frame === undefined ? "" : `${frame.width} ${frame.height}`;
    const nextShape = `${orientation} ${room} ${items.map((item) => item.id).join(" ")}`;
    if (nextShape !== shape) {
      shape = nextShape;
      const peeling = items.map((item) => ({ ...item, peels: peels(item) }));
      layout = layoutTree(peeling, orientation);
      // A search query has no gap for text.
      if (frame !== undefined && orientation === "across" && !items.some((one) => one.compact)) {
        const along = alongFor(layout, contentBox(layout), frame, frame.largest);
        if (along !== layout.along) layout = layoutTree(peeling, orientation, along);
      }
    }
    drawSome(items, options);
    applyHighlight();
    return layout;
  }

  function drawSome(items: readonly TreeItem[], options: TreeViewOptions): void {
    stopFilling();
    const standing = new Set(
      nodes
        .selectAll<SVGGElement, Placed>("g.node")
        .data()
        .map(({ item }) => item.id),
    );
    const born = items.filter(({ id }) => !standing.has(id));
    if (born.length <= many) {
      drawAll(items, options);
      return;
    }
    const still = { ...options, durationMs: 0 };
    drawAll(
      items.filter(({ id }) => standing.has(id)),
      still,
    );
    fill(born, still);
  }

  function drawAll(items: readonly TreeItem[], options: TreeViewOptions): void {
    const joined = joinEdges(items, layout);
    const vacated = vacatedPlaces(items);
    drawRibbons(ribbons.selectAll("path"), joined, options);
    drawEdges(edges.selectAll("path.edge"), joined, options, vacated);
    drawCauses(causes.selectAll("text"), joined, words);
    drawNodes(nodes.selectAll("g.node"), placeItems(items, layout), options, draw(), vacated);
  }

  /** For example, of streamed text that a step replaces. */
  function vacatedPlaces(items: readonly TreeItem[]): ReadonlySet<string> {
    const staying = new Set(items.map(({ id }) => id));
    const leaving = nodes
      .selectAll<SVGGElement, Placed>("g.node")
      .data()
      .filter(({ item }) => !staying.has(item.id));
    return new Set(leaving.map(({ place }) => moved(place)));
  }

  function fill(born: readonly TreeItem[], options: TreeViewOptions): void {
    const next = born.slice(0, eachFrame);
    const joined = joinEdges(next, layout);
    drawEdges(edges.selectAll(none), joined, options);
    drawCauses(causes.selectAll(none), joined, words);
    drawRibbons(ribbons.selectAll(none), joined, options);
    drawNodes(nodes.selectAll(none), placeItems(next, layout), options, draw());
    const rest = born.slice(eachFrame);
    filling = rest.length === 0 ? null : requestAnimationFrame(() => fill(rest, options));
    applyHighlight();
  }

  function stopFilling(): void {
    if (filling !== null) cancelAnimationFrame(filling);
    filling = null;
  }

  return {
    update,
    highlight(next) {
      highlighted = next;
      applyHighlight();
    },
    isFilling: () => filling !== null,
    placeOf: (id) => layout.places.get(id) ?? null,
    forget() {
      nodes.selectAll<SVGGElement, Placed>("g.node").each(function () {
        delete this.dataset["drawn"];
      });
    },
    destroy() {
      stopFilling();
      root.selectAll("*").interrupt();
      root.selectAll("*").remove();
    },
  };
}

function peels({ cause, left, weighed }: TreeItem): boolean {
  return cause === "correct" || cause === "user" || left !== null || weighed !== null;
}

export function contentBox(layout: TreeLayout): Box {
  const before = roomBefore[layout.orientation];
  return {
    x: -before.x,
    y: -before.y,
    width: Math.max(1, layout.width + before.x),
    height: Math.max(1, layout.height + before.y),
  };
}

/** Text extends so far before the first mark. */
const roomBefore = { across: { x: 28, y: 98 }, down: { x: 28, y: 28 } };

function placeItems(items: readonly TreeItem[], layout: TreeLayout): Placed[] {
  return items.flatMap((item) => {
    const place = layout.places.get(item.id);
    if (place === undefined) return [];
    const from = item.parent === null ? place : (layout.places.get(item.parent) ?? place);
    return [{ item, place, from }];
  });
}

function joinEdges(items: readonly TreeItem[], layout: TreeLayout): Joined[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return layout.edges.flatMap((edge) => {
    const item = byId.get(edge.id);
    return item === undefined ? [] : [{ edge, item }];
  });
}

/** Entering elements are inserted beside the existing ones. */
type Standing<Element extends BaseType, Datum> = Selection<Element, Datum, SVGGElement, unknown>;
const none = ":not(*)";
const nowhere: ReadonlySet<string> = new Set();

function drawRibbons(
  standing: Standing<SVGPathElement, Joined>,
  joined: readonly Joined[],
  options: TreeViewOptions,
): void {
  const drawn = standing
    .data(
      joined.filter(({ item }) => item.width !== null),
      ({ edge }) => edge.id,
    )
    .join((enter) => enter.append("path").attr("fill", "none").style("stroke-width", "0px"))
    .attr("class", ({ item }) => `ribbon stage-${item.stage ?? "none"}`)
    .attr("d", ({ edge }) => edgePath(edge));
  const width = ({ item }: Joined) => `${item.width ?? 0}px`;
  if (options.durationMs === 0) drawn.interrupt().style("stroke-width", width);
  else drawn.transition().duration(options.durationMs).style("stroke-width", width);
}

function drawEdges(
  standing: Standing<SVGPathElement, Joined>,
  joined: readonly Joined[],
  options: TreeViewOptions,
  vacated: ReadonlySet<string> = nowhere,
): void {
  standing
    .data(joined, ({ edge }) => edge.id)
    .join((enter) => {
      const born = enter.append("path").attr("fill", "none");
      if (options.durationMs === 0) return born;
      // One dash as long as the path is moved in.
      born
        .filter(({ edge }) => !vacated.has(moved(edge.to)))
        .attr("pathLength", 1)
        .attr("stroke-dasharray", 1)
        .attr("stroke-dashoffset", 1)
        .transition()
        .duration(options.durationMs)
        .ease(easeCubicOut)
        .attr("stroke-dashoffset", 0)
        .on("end interrupt", function () {
          select(this).attr("pathLength", null).attr("stroke-dasharray", null);
        });
      return born;
    })
    .each(function ({ edge, item }) {
      const drains = item.ghost && this.classList.contains("edge");
      if (drains && !this.classList.contains("is-ghost")) drain(this, edge, options.durationMs);
    })
    .attr("class", ({ item }) => `edge tier-${item.tier ?? "none"}${item.ghost ? " is-ghost" : ""}`)
    .attr("d", ({ edge }) => edgePath(edge));
}

/** The old line empties while the new branch is drawn. */
function drain(line: SVGPathElement, edge: Edge, durationMs: number): void {
  const parent = line.parentElement;
  if (durationMs === 0 || parent === null) return;
  select(parent)
    .append("path")
    .datum({ edge: { ...edge, id: `drained ${edge.id}` } })
    .attr("class", `drained ${[...line.classList].find((name) => name.startsWith("tier-")) ?? ""}`)
    .attr("fill", "none")
    .attr("d", edgePath(edge))
    .attr("pathLength", 1)
    .attr("stroke-dasharray", "1 1")
    .transition()
    .delay(Math.max(0, edge.to.step - 1) * durationMs)
    .duration(durationMs * 3)
    .ease(easeCubicOut)
    .attr("stroke-dashoffset", -1)
    .remove();
}

function drawCauses(
  standing: Standing<SVGTextElement, Joined>,
  joined: readonly Joined[],
  words: TreeWords,
): void {
  standing
    .data(
      joined.filter(({ item, edge }) => item.cause !== null && (edge.peels || isDownwards(edge))),
      ({ edge }) => edge.id,
    )
    .join("text")
    .attr("class", ({ item }) => `cause${item.ghost ? " is-ghost" : ""}`)
    .attr("x", ({ edge }) => causePlace(edge).x)
    .attr("y", ({ edge }) => causePlace(edge).y)
    .attr("text-anchor", ({ edge }) => causePlace(edge).anchor)
    .text(({ item }) => words.cause(item));
}

/** The child continues its parent's line. */
function isDownwards({ from, to }: Edge): boolean {
  return from.x === to.x;
}

interface Drawing {
  text: ItemText;
  words: TreeWords;
  handlers: TreeHandlers;
  along: number;
}

function drawNodes(
  standing: Standing<SVGGElement, Placed>,
  placed: readonly Placed[],
  options: TreeViewOptions,
  { text, words, handlers, along }: Drawing,
  vacated: ReadonlySet<string> = nowhere,
): void {
  const all = standing
    .data(placed, ({ item }) => item.id)
    .join(
      (enter) => {
        const born = enter
          .append("g")
          .attr("data-item", ({ item }) => item.id)
          .attr("opacity", 0)
          .attr("transform", ({ from }) => moved(from))
          .on("click", (_, { item }) => handlers.onSelect(item.id))
          .on("pointerenter", (_, { item }) => handlers.onPoint(item.id))
          .on("pointerleave", () => handlers.onPoint(null));
        const isThere = ({ place }: Placed) => vacated.has(moved(place));
        settle(born.filter(isThere), 0, true);
        settle(
          born.filter((one) => !isThere(one)),
          options.durationMs,
          true,
        );
        return born;
      },
      (update) => {
        update.filter(hasMoved).call(settle, options.durationMs, false);
        return update;
      },
      (exit) => leave(exit, placed, options.durationMs),
    );
  all.each(function ({ item, place }) {
    this.dataset["place"] = `${place.x} ${place.y}`;
    drawItem(this, item, options.orientation, text, words.label(item), along);
  });
}

/** Replaced steps disappear at once; others fall off. */
function leave(
  exit: Selection<SVGGElement, Placed, SVGGElement, unknown>,
  placed: readonly Placed[],
  durationMs: number,
): void {
  const taken = new Set(placed.map(({ place }) => moved(place)));
  const isGone = ({ item, place }: Placed) =>
    durationMs > 0 && item.kind !== "draft" && !taken.has(moved(place));
  exit
    .interrupt()
    .filter((one) => !isGone(one))
    .remove();
  exit
    .filter(isGone)
    // The same step may come back before it has fallen.
    .classed("node", false)
    .attr("pointer-events", "none")
    .transition()
    .duration(durationMs * 2)
    .ease(easeCubicIn)
    .attr("opacity", 0)
    .attr("transform", ({ place }) => `${moved({ ...place, y: place.y + 44 })} rotate(7)`)
    .remove();
}

function hasMoved(this: SVGGElement, { place }: Placed): boolean {
  return this.dataset["place"] !== `${place.x} ${place.y}`;
}

function settle(
  selection: Selection<SVGGElement, Placed, SVGGElement, unknown>,
  durationMs: number,
  isBorn: boolean,
): void {
  if (durationMs === 0) {
    selection
      .interrupt()
      .attr("opacity", 1)
      .attr("transform", ({ place }) => moved(place));
    return;
  }
  const moving = selection
    .transition()
    .duration(durationMs)
    .ease(easeCubicOut)
    .attr("transform", ({ place }) => moved(place));
  if (isBorn) moving.attrTween("opacity", () => arriving);
  else moving.attr("opacity", 1);
}

/** Text fades in late, because it would overlap the parent's on its way. */
function arriving(progress: number): string {
  return String(Math.max(0, 4 * progress - 3));
}

function moved(place: Place): string {
  return `translate(${place.x},${place.y})`;
}
