/** D3's brush and drag along one axis, for the pictures that React draws. */
import { type BrushBehavior, brushX, drag, pointer, select } from "d3";

export interface Brush {
  /** Shows a range that was set elsewhere, in pixels; null: none. Fires no event. */
  show(range: readonly [number, number] | null): void;
  destroy(): void;
}

/** `onBrush` is called for every user movement; with null when the brush is cleared. */
export function createBrush(
  group: SVGGElement,
  extent: [[number, number], [number, number]],
  onBrush: (range: readonly [number, number] | null) => void,
): Brush {
  const root = select<SVGGElement, unknown>(group);
  const behaviour: BrushBehavior<unknown> = brushX<unknown>().extent(extent);
  behaviour.on(
    "brush end",
    (event: { sourceEvent: unknown; selection: [number, number] | null }) => {
      // Moved by `show`, not by the user.
      if (event.sourceEvent === null || event.sourceEvent === undefined) return;
      onBrush(event.selection);
    },
  );
  root.call(behaviour);
  return {
    show(range) {
      root.call(behaviour.move, range === null ? null : [range[0], range[1]]);
    },
    destroy() {
      root.on(".brush", null).selectAll("*").remove();
    },
  };
}

/** Returns a function that ends it. `onMove` gets the pointer's x in the drawing. */
export function dragAlong(
  element: SVGGElement,
  drawing: SVGSVGElement,
  onMove: (x: number) => void,
): () => void {
  const root = select<SVGGElement, unknown>(element);
  const behaviour = drag<SVGGElement, unknown>()
    .container(drawing)
    .on("drag", (event: { sourceEvent: MouseEvent }) => {
      onMove(pointer(event.sourceEvent, drawing)[0]);
    });
  root.call(behaviour);
  return () => {
    root.on(".drag", null);
  };
}
