/** The drawing. D3 owns what is inside the SVG; the list beside it is what is read aloud. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { fitView, smallestScale } from "../../viz/fit-view.ts";
import { createPanZoom, type PanZoom } from "../../viz/pan-zoom.ts";
import type { Orientation, TreeLayout } from "../../viz/tree-layout.ts";
import type { TreeItem } from "../../viz/tree-model.ts";
import { contentBox, createTreeView, type TreeView } from "../../viz/tree-view.ts";
import { Button } from "../shared/Button.tsx";
import { useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { createItemText } from "./measure.ts";
import sheet from "./TreePicture.module.css";
import { useMedia } from "./use-media.ts";
import { useSize } from "./use-size.ts";
import { treeWords } from "./words.ts";

const css = classes(sheet);

const growMs = 260;
const zoomStep = 1.3;
/**
 * Tallest the picture grows before it is zoomed instead. Down a narrow screen the page
 * itself scrolls, so there the words stay readable at any height.
 */
const maxHeight: Readonly<Record<Orientation, number>> = { across: 560, down: 20_000 };
const minHeight = 132;

interface Drawing {
  view: TreeView;
  panZoom: PanZoom;
}

/** `orientation`: which way it grows; else by the width of the page. */
export function TreePicture(props: {
  items: readonly TreeItem[];
  caption: ReactNode;
  orientation?: Orientation;
}) {
  const { items, caption } = props;
  const narrow = useMedia("(max-width: 640px)");
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const orientation: Orientation = props.orientation ?? (narrow ? "down" : "across");
  const svgRef = useRef<SVGSVGElement>(null);
  const contentRef = useRef<SVGGElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [taken, setTaken] = useState(false);
  const [height, setHeight] = useState(minHeight);
  const size = useSize(svgRef);
  const selected = useView((state) => state.selected);
  const active = useView((state) => state.active);
  const stage = useView((state) => state.stage);
  const select = useView((state) => state.select);
  const point = useView((state) => state.point);
  const durationMs = still ? 0 : growMs;

  const refit = useEffectEvent((layout: TreeLayout) => {
    const box = contentBox(layout);
    const focus = layout.places.get(items.findLast((item) => item.running)?.id ?? "") ?? null;
    const tallest = maxHeight[orientation];
    const smallest = orientation === "down" ? smallestScale.growing : undefined;
    const { k } = fitView(box, { width: size.width, height: tallest }, focus, smallest);
    const wanted = Math.ceil(Math.min(tallest, Math.max(minHeight, box.height * k)));
    setHeight(wanted);
    const room = { width: size.width, height: wanted };
    drawing.current?.panZoom.follow(fitView(box, room, focus, smallest), durationMs);
  });
  const redraw = useEffectEvent(() => {
    const view = drawing.current?.view;
    if (view !== undefined) refit(view.update(items, { orientation, durationMs }));
  });

  useEffect(() => {
    if (svgRef.current === null || contentRef.current === null) return;
    const view = createTreeView(contentRef.current, createItemText(), treeWords, {
      onSelect: select,
      onPoint: point,
    });
    const panZoom = createPanZoom(svgRef.current, contentRef.current, setTaken);
    drawing.current = { view, panZoom };
    // Widths change when the page's own fonts arrive.
    void document.fonts?.ready.then(() => view.forget()).then(() => redraw());
    return () => {
      drawing.current = null;
      panZoom.destroy();
      view.destroy();
    };
  }, [select, point]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw reads them as an effect event
  useEffect(redraw, [items, orientation, size.width, taken]);

  useEffect(() => {
    drawing.current?.view.highlight({ selected, active, stage });
  }, [selected, active, stage]);

  return (
    <div aria-hidden="true">
      <svg
        aria-hidden="true"
        ref={svgRef}
        className={css("picture", orientation)}
        style={{ height }}
      >
        <g ref={contentRef} />
      </svg>
      <div className={css("foot")}>
        {caption}
        <div className={css("tools")}>
          <Button
            tabIndex={-1}
            title={text.tree.zoomOut}
            onClick={() => drawing.current?.panZoom.scaleBy(1 / zoomStep)}
          >
            −
          </Button>
          <Button
            tabIndex={-1}
            title={text.tree.zoomIn}
            onClick={() => drawing.current?.panZoom.scaleBy(zoomStep)}
          >
            +
          </Button>
          <Button
            tabIndex={-1}
            disabled={!taken}
            onClick={() => drawing.current?.panZoom.release()}
          >
            {text.tree.fit}
          </Button>
        </div>
      </div>
    </div>
  );
}
