/** Zoom and pan of a drawing; keeps it fitted until the person takes over. */
import { select, type ZoomBehavior, zoom, zoomIdentity } from "d3";
import type { View } from "./fit-view.ts";

export interface PanZoom {
  /** Moves there unless the person has panned or zoomed since the last `release`. */
  follow(view: View, durationMs: number): void;
  /** Gives the view back to `follow`. */
  release(): void;
  scaleBy(factor: number): void;
  destroy(): void;
}

/** `onTaken` tells when the person takes over, and when the view is given back. */
export function createPanZoom(
  svg: SVGSVGElement,
  content: SVGGElement,
  onTaken: (taken: boolean) => void,
): PanZoom {
  const root = select<SVGSVGElement, unknown>(svg);
  let taken = false;
  const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.2, 3])
    // A bare wheel scrolls the page; with Ctrl or ⌘ (and pinching sends Ctrl) it zooms.
    .filter((event: MouseEvent) =>
      event.type === "wheel"
        ? event.ctrlKey || event.metaKey
        : event.button === 0 || event.button === undefined,
    )
    .on("zoom", (event: { transform: { toString(): string }; sourceEvent: unknown }) => {
      select(content).attr("transform", event.transform.toString());
      if (event.sourceEvent !== null && event.sourceEvent !== undefined) take(true);
    });
  root.call(behaviour).on("dblclick.zoom", null);

  function take(value: boolean): void {
    if (taken === value) return;
    taken = value;
    onTaken(value);
  }

  return {
    follow(view, durationMs) {
      if (taken) return;
      const target = zoomIdentity.translate(view.x, view.y).scale(view.k);
      if (durationMs === 0) root.interrupt().call(behaviour.transform, target);
      else root.transition("view").duration(durationMs).call(behaviour.transform, target);
    },
    release() {
      take(false);
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
