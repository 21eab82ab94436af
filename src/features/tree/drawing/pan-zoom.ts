/** Keeps the drawing fitted until the person takes over. */
import { select, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3";
import { smallestScale, type View } from "./fit-view.ts";

interface Room {
  width: number;
  height: number;
}

export interface PanZoom {
  /** Does nothing if the person has moved the view since the last `release`. */
  follow(view: View, room: Room, durationMs: number): void;
  release(): void;
  scaleBy(factor: number): void;
  /** Moves just far enough, even if the person has taken over. */
  reveal(place: { x: number; y: number }, room: Room, durationMs: number): void;
  destroy(): void;
}

/** In pixels: a step's text extends so far beyond its mark. */
const margin = { before: 28, after: 150 };

/** Below this scale only marks are drawn. */
const farScale = 0.34;

/** A power of 2: a pinch sends small steps, a wheel notch a large one. */
const mostAtOnce = 0.4;

export function wheelStep({ deltaY, deltaMode }: Pick<WheelEvent, "deltaY" | "deltaMode">): number {
  const step = -deltaY * (deltaMode === 0 ? 0.02 : 0.5);
  return Math.max(-mostAtOnce, Math.min(mostAtOnce, step));
}

/** `onTaken` is also called when the view is released. */
export function createPanZoom(
  svg: SVGSVGElement,
  content: SVGGElement,
  onTaken: (taken: boolean) => void,
): PanZoom {
  const root = select<SVGSVGElement, unknown>(svg);
  let taken = false;
  let room: Room = { width: 0, height: 0 };
  const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([smallestScale.whole, 3])
    // Measuring would force a layout at each step.
    .extent(() => [
      [0, 0],
      [room.width, room.height],
    ])
    // A plain wheel scrolls the page; with Ctrl or ⌘ it zooms (pinching sends Ctrl).
    .filter((event: MouseEvent) =>
      event.type === "wheel"
        ? event.ctrlKey || event.metaKey
        : event.button === 0 || event.button === undefined,
    )
    .wheelDelta(wheelStep)
    .on("zoom", (event: { transform: { k: number; toString(): string }; sourceEvent: unknown }) => {
      select(content).attr("transform", event.transform.toString());
      root.classed("is-far", event.transform.k < farScale);
      root.style("--scale", event.transform.k);
      if (event.sourceEvent !== null && event.sourceEvent !== undefined) take(true);
    });
  root.call(behaviour).on("dblclick.zoom", null);

  function take(value: boolean): void {
    if (taken === value) return;
    taken = value;
    onTaken(value);
  }

  return {
    follow(view, now, durationMs) {
      room = now;
      if (taken) return;
      const target = zoomIdentity.translate(view.x, view.y).scale(view.k);
      if (durationMs === 0) root.interrupt().call(behaviour.transform, target);
      else root.transition("view").duration(durationMs).call(behaviour.transform, target);
    },
    release() {
      take(false);
    },
    reveal(place, { width, height }, durationMs) {
      const now = zoomTransform(svg);
      const right = inside(now.applyX(place.x), width);
      const down = inside(now.applyY(place.y), height);
      if (right === 0 && down === 0) return;
      const target = now.translate(right / now.k, down / now.k);
      if (durationMs === 0) root.interrupt().call(behaviour.transform, target);
      else root.transition("view").duration(durationMs).call(behaviour.transform, target);
    },
    scaleBy(factor) {
      take(true);
      root.call(behaviour.scaleBy, factor);
    },
    destroy() {
      root.interrupt().interrupt("view").on(".zoom", null);
    },
  };
}

function inside(at: number, room: number): number {
  const before = Math.min(margin.before, room / 4);
  const after = Math.min(margin.after, room / 3);
  if (at < before) return before - at;
  return at > room - after ? room - after - at : 0;
}
