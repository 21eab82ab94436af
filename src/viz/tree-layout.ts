/**
 * Where everything stands. Hops run along lanes, like beads on a string; a correction
 * opens a new lane below. Nothing that has been placed ever moves: a new item only
 * takes a free cell, so the picture grows and never jumps.
 */
import { type HierarchyNode, stratify } from "d3";

export type Orientation = "across" | "down";

export interface LayoutItem {
  id: string;
  parent: string | null;
  /** Begins a branch: it gets a lane of its own even where its parent's is free. */
  peels?: boolean;
}

/** Measures in pixels of one cell, along the path and across it. */
interface CellSize {
  /** The question's cell is only as long as its mark. */
  firstAlong: number;
  along: number;
  across: number;
}

export interface Place {
  id: string;
  /** Steps from the question, and which lane. */
  step: number;
  lane: number;
  /** Where the item's mark stands on its line. */
  x: number;
  y: number;
}

export interface Edge {
  id: string;
  from: Place;
  to: Place;
  /** True where the child leaves its parent's lane. */
  peels: boolean;
}

export interface TreeLayout {
  orientation: Orientation;
  places: ReadonlyMap<string, Place>;
  edges: readonly Edge[];
  steps: number;
  lanes: number;
  width: number;
  height: number;
}

const cellSizes: Readonly<Record<Orientation, CellSize>> = {
  across: { firstAlong: 60, along: 182, across: 138 },
  down: { firstAlong: 48, along: 116, across: 232 },
};

const emptyLayout = { places: new Map(), edges: [], steps: 0, lanes: 0, width: 0, height: 0 };

/** Items in the order they were born; each parent before its children. */
export function layoutTree(items: readonly LayoutItem[], orientation: Orientation): TreeLayout {
  if (items.length === 0) return { ...emptyLayout, orientation };
  const size = cellSizes[orientation];
  const depths = stepsOf(items);
  const lanes = new LaneTable();
  const places = new Map<string, Place>();
  const edges: Edge[] = [];
  for (const item of items) {
    const step = depths.get(item.id) ?? 0;
    const parent = item.parent === null ? undefined : places.get(item.parent);
    const lane = parent === undefined ? 0 : lanes.find(parent.lane, step, item.peels ?? false);
    lanes.take(lane, step);
    const place = { id: item.id, step, lane, ...position(step, lane, size, orientation) };
    places.set(item.id, place);
    if (parent !== undefined) {
      edges.push({ id: item.id, from: parent, to: place, peels: lane !== parent.lane });
    }
  }
  const steps = Math.max(...[...places.values()].map((place) => place.step)) + 1;
  return {
    orientation,
    places,
    edges,
    steps,
    lanes: lanes.count,
    ...extent(steps, lanes.count, size, orientation),
  };
}

function stepsOf(items: readonly LayoutItem[]): Map<string, number> {
  const root = stratify<LayoutItem>()
    .id((item) => item.id)
    .parentId((item) => item.parent)([...items]);
  return new Map(
    root.descendants().map((node: HierarchyNode<LayoutItem>) => [node.data.id, node.depth]),
  );
}

/** Which steps of each lane are taken. */
class LaneTable {
  readonly #lastStep: number[] = [];

  get count(): number {
    return this.#lastStep.length;
  }

  /**
   * The parent's own lane where the next cell is free, else the nearest lane below
   * that is free from under the parent on, which leaves room for the bend.
   */
  find(parentLane: number, step: number, peels: boolean): number {
    if (!peels && this.#isFreeFrom(parentLane, step)) return parentLane;
    let lane = parentLane + 1;
    while (!this.#isFreeFrom(lane, step - 1)) lane += 1;
    return lane;
  }

  take(lane: number, step: number): void {
    while (this.#lastStep.length <= lane) this.#lastStep.push(-1);
    this.#lastStep[lane] = Math.max(step, this.#lastStep[lane] ?? -1);
  }

  #isFreeFrom(lane: number, step: number): boolean {
    return (this.#lastStep[lane] ?? -1) < step;
  }
}

function position(step: number, lane: number, size: CellSize, orientation: Orientation) {
  const along = step === 0 ? 0 : size.firstAlong + (step - 1) * size.along;
  const across = lane * size.across;
  return orientation === "across" ? { x: along, y: across } : { x: across, y: along };
}

function extent(steps: number, lanes: number, size: CellSize, orientation: Orientation) {
  const along = size.firstAlong + Math.max(0, steps - 1) * size.along;
  const across = lanes * size.across;
  return orientation === "across"
    ? { width: along, height: across }
    : { width: across, height: along };
}
