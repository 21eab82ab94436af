/**
 * Across, hops run along lanes; a correction or parallel item opens one below. New items take free
 * cells, so nothing jumps, except that a growing parallel item moves later ones down. Downwards,
 * the tree is an outline: a narrow screen has no room for lanes.
 */
import { type HierarchyNode, max, stratify } from "d3";

export type Orientation = "across" | "down";

export interface LayoutItem {
  id: string;
  parent: string | null;
  /** The item gets a lane of its own. */
  peels?: boolean;
  /** The item always peels; its descendants follow directly below. */
  fan?: boolean;
  compact?: boolean;
}

export interface Place {
  id: string;
  /** Steps from the question. */
  step: number;
  lane: number;
  x: number;
  y: number;
}

export interface Edge {
  id: string;
  from: Place;
  to: Place;
  peels: boolean;
  indented: boolean;
}

export interface TreeLayout {
  orientation: Orientation;
  places: ReadonlyMap<string, Place>;
  edges: readonly Edge[];
  steps: number;
  lanes: number;
  /** Pixels per step, across. */
  along: number;
  width: number;
  height: number;
}

/** In pixels; the question's cell is as long as its mark. */
const cellSizes = {
  across: { firstAlong: 60, along: 182, across: 150 },
  down: { firstAlong: 48, along: 116, across: 232 },
} as const;

const laneRoom = { tall: { over: 98, under: 54 }, low: { over: 18, under: 18 } } as const;

const lastUnder = { tall: 52, low: 22 } as const;
const compactAlong = 410;

/** The width of text beside the mark, downwards. */
const compactAcross = 274;

/** Steps further apart look unconnected. */
const widestAlong = 340;

/** Chosen to fill the frame; never below the default. */
export function alongFor(
  natural: TreeLayout,
  content: { width: number; height: number },
  frame: { width: number; height: number },
  largest: number,
): number {
  const { along } = cellSizes.across;
  const gaps = natural.steps - 1;
  if (gaps < 1 || frame.width <= 0) return along;
  const k = Math.min(largest, frame.height / content.height, frame.width / content.width);
  const spare = frame.width / Math.max(k, 0.1) - content.width;
  return Math.floor(Math.min(widestAlong, Math.max(along, along + spare / gaps)));
}

const emptyLayout = { places: new Map(), edges: [], steps: 0, lanes: 0, width: 0, height: 0 };

export function layoutTree(
  items: readonly LayoutItem[],
  orientation: Orientation,
  along: number = cellSizes.across.along,
): TreeLayout {
  if (items.length === 0) return { ...emptyLayout, orientation, along };
  const outlined = orientation === "down";
  const places = outlined ? outlinePlaces(items) : lanePlaces(items, along);
  const all = [...places.values()];
  const ids = new Set(items.filter(({ compact }) => compact).map(({ id }) => id));
  return {
    orientation,
    places,
    edges: edgesOf(items, places, outlined),
    steps: (max(all, (place) => place.step) ?? 0) + 1,
    lanes: (max(all, (place) => place.lane) ?? 0) + 1,
    along,
    ...extent(all, ids, orientation, along),
  };
}

function edgesOf(
  items: readonly LayoutItem[],
  places: ReadonlyMap<string, Place>,
  outlined: boolean,
): Edge[] {
  return items.flatMap(({ id, parent }) => {
    const from = places.get(parent ?? "");
    const to = places.get(id);
    if (from === undefined || to === undefined) return [];
    const peels = from.lane !== to.lane;
    return [{ id, from, to, peels, indented: peels && outlined }];
  });
}

function lanePlaces(items: readonly LayoutItem[], along: number): ReadonlyMap<string, Place> {
  const depths = stepsOf(items);
  const lanes = new LaneTable();
  const places = new Map<string, Place>();
  for (const item of fansTogether(items)) {
    const step = depths.get(item.id) ?? 0;
    const parent = item.parent === null ? undefined : places.get(item.parent);
    const height = item.compact ? "low" : "tall";
    const peels = (item.peels ?? false) || (item.fan ?? false);
    const lane = parent === undefined ? 0 : lanes.find(parent.lane, step, peels, height);
    lanes.take(lane, step, height);
    places.set(item.id, { id: item.id, step, lane, ...position(step, lane, lanes, along) });
  }
  return places;
}

/** Descendants of a parallel item come directly after it. */
function fansTogether(items: readonly LayoutItem[]): LayoutItem[] {
  if (!items.some((item) => item.fan)) return [...items];
  const children = new Map<string | null, LayoutItem[]>();
  for (const item of items) {
    const own = children.get(item.parent);
    if (own === undefined) children.set(item.parent, [item]);
    else own.push(item);
  }
  const ordered = new Set<LayoutItem>();
  function addWhole(root: LayoutItem): void {
    const waiting = [root];
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      ordered.add(item);
      for (const child of (children.get(item.id) ?? []).toReversed()) waiting.push(child);
    }
  }
  for (const item of items) {
    if (ordered.has(item)) continue;
    if (item.fan) addWhole(item);
    else ordered.add(item);
  }
  return [...ordered];
}

function stepsOf(items: readonly LayoutItem[]): Map<string, number> {
  const root = stratify<LayoutItem>()
    .id((item) => item.id)
    .parentId((item) => item.parent)([...items]);
  return new Map(
    root.descendants().map((node: HierarchyNode<LayoutItem>) => [node.data.id, node.depth]),
  );
}

type LaneHeight = keyof typeof laneRoom;

class LaneTable {
  readonly #lanes: { lastStep: number; height: LaneHeight; y: number }[] = [];

  /**
   * The parent's lane if free; else the nearest one below that is free from the parent's step on,
   * which leaves room for the bend.
   */
  find(parentLane: number, step: number, peels: boolean, height: LaneHeight): number {
    if (!peels && this.#isFreeFrom(parentLane, step, height)) return parentLane;
    let lane = parentLane + 1;
    while (!this.#isFreeFrom(lane, step - 1, height)) lane += 1;
    return lane;
  }

  take(lane: number, step: number, height: LaneHeight): void {
    while (this.#lanes.length <= lane) this.#add(height);
    const taken = this.#lanes[lane];
    if (taken !== undefined) taken.lastStep = Math.max(step, taken.lastStep);
  }

  yOf(lane: number): number {
    return this.#lanes[lane]?.y ?? 0;
  }

  #add(height: LaneHeight): void {
    const above = this.#lanes.at(-1);
    const y =
      above === undefined ? 0 : above.y + laneRoom[above.height].under + laneRoom[height].over;
    this.#lanes.push({ lastStep: -1, height, y });
  }

  #isFreeFrom(lane: number, step: number, height: LaneHeight): boolean {
    const taken = this.#lanes[lane];
    return taken === undefined || (taken.height === height && taken.lastStep < step);
  }
}

function position(step: number, lane: number, lanes: LaneTable, along: number) {
  const { firstAlong } = cellSizes.across;
  return { x: step === 0 ? 0 : firstAlong + (step - 1) * along, y: lanes.yOf(lane) };
}

function extent(
  places: readonly Place[],
  compact: ReadonlySet<string>,
  orientation: Orientation,
  along: number,
): { width: number; height: number } {
  const size = orientation === "across" ? { ...cellSizes.across, along } : cellSizes.down;
  const alongOf = ({ id, step }: Place) => {
    if (step === 0) return size.firstAlong;
    return orientation === "across" && compact.has(id) ? compactAlong : size.along;
  };
  if (orientation === "across") {
    const under = ({ id }: Place) => lastUnder[compact.has(id) ? "low" : "tall"];
    return {
      width: max(places, (place) => place.x + alongOf(place)) ?? 0,
      height: max(places, (place) => place.y + under(place)) ?? 0,
    };
  }
  return {
    width: max(places, ({ id, x }) => x + (compact.has(id) ? compactAcross : size.across)) ?? 0,
    height:
      max(places, (place) => place.y + (compact.has(place.id) ? 28 : alongOf(place) - 12)) ?? 0,
  };
}

const outlineHeights = { question: 48, compact: 44, step: 116 };
const indent = 30;

/**
 * The newest branch, or else the next step, continues its parent's line, so that corrections need
 * no extra width.
 */
function onwardOf(children: readonly LayoutItem[]): LayoutItem | undefined {
  const lines = children.filter((child) => child.fan !== true);
  return lines.findLast((child) => child.peels === true) ?? lines[0];
}

function outlinePlaces(items: readonly LayoutItem[]): ReadonlyMap<string, Place> {
  const children = new Map<string | null, LayoutItem[]>();
  for (const item of items) {
    const own = children.get(item.parent);
    if (own === undefined) children.set(item.parent, [item]);
    else own.push(item);
  }
  const places = new Map<string, Place>();
  const root = children.get(null)?.[0];
  // Explicit stack: a tree from a file may be deeper than the call stack.
  const waiting = root === undefined ? [] : [{ item: root, step: 0, lane: 0 }];
  let y = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, step, lane } = next;
    places.set(item.id, { id: item.id, step, lane, x: lane * indent, y });
    y += heightOf(item);
    const own = children.get(item.id) ?? [];
    const onward = onwardOf(own);
    if (onward !== undefined) waiting.push({ item: onward, step: step + 1, lane });
    for (const child of own.toReversed()) {
      if (child !== onward) waiting.push({ item: child, step: step + 1, lane: lane + 1 });
    }
  }
  return places;
}

function heightOf({ parent, compact }: LayoutItem): number {
  if (parent === null) return outlineHeights.question;
  return compact ? outlineHeights.compact : outlineHeights.step;
}
