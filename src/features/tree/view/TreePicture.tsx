/** D3 owns the SVG's contents; screen readers use the list. */
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useView } from "../../../app/runtime/runtime-context.ts";
import { afterYield } from "../../../shared/yield-to-main.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useMedia } from "../../../ui-kit/use-media.ts";
import { useSize } from "../../../ui-kit/use-size.ts";
import { type Fitting, fitView, isCut } from "../drawing/fit-view.ts";
import { createPanZoom, type PanZoom } from "../drawing/pan-zoom.ts";
import type { Orientation, TreeLayout } from "../drawing/tree-layout.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import { contentBox, createTreeView, type TreeView } from "../drawing/tree-view.ts";
import { treeText } from "../text/tree.ts";
import { createItemText } from "./measure.ts";
import sheet from "./TreePicture.module.css";
import { useMarkedItems } from "./use-stage-link.ts";
import { treeWords } from "./words.ts";

const css = classes(sheet);

const growMs = 260;
const zoomStep = 1.3;
/** A higher tree is zoomed; a narrow page scrolls instead. */
const maxHeight: Readonly<Record<Orientation, number>> = { across: 560, down: 20_000 };
/**
 * The frame keeps this height while text is readable, so that nothing below moves. On a wide page
 * it is lower, which brings the answer into sight.
 */
const frameHeights = { wide: 224, narrow: 284 };
const minHeight = 132;
const largest: Readonly<Record<Orientation, number>> = { across: 1.5, down: 1 };

/** The list is visible while focused: hiding it would move the page under the pointer. */
const keepsFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() };

interface Drawing {
  view: TreeView;
  panZoom: PanZoom;
}

/** `canFold`: the tree could be made smaller. */
export function TreePicture(props: {
  items: readonly TreeItem[];
  caption: ReactNode;
  orientation?: Orientation;
  canFold?: boolean;
}) {
  const { items, caption, canFold = false } = props;
  const narrow = useMedia("(max-width: 640px)");
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const orientation: Orientation = props.orientation ?? (narrow ? "down" : "across");
  const frameHeight = frameHeights[useMedia("(min-width: 1080px)") ? "wide" : "narrow"];
  const svgRef = useRef<SVGSVGElement>(null);
  const contentRef = useRef<SVGGElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const hovered = useRef<string | null>(null);
  const [taken, setTaken] = useState(false);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const [height, setHeight] = useState(frameHeight);
  const size = useSize(svgRef);
  const selected = useView((state) => state.selected);
  const active = useView((state) => state.active);
  const marked = useMarkedItems();
  const select = useView((state) => state.select);
  const point = useView((state) => state.point);
  const durationMs = still ? 0 : growMs;

  const refit = useEffectEvent((layout: TreeLayout) => {
    const box = contentBox(layout);
    const growing = items.findLast((item) => item.running)?.id;
    const focus = layout.places.get(growing ?? selected ?? "") ?? null;
    const fitting: Fitting = whole ? "whole" : "readable";
    const across = orientation === "across";
    const placed = { largest: largest[orientation], centred: across };
    const tallest = maxHeight[whole ? "across" : orientation];
    const least = across ? frameHeight : minHeight;
    const widest = { width: size.width, height: across ? frameHeight : tallest };
    const { k } = fitView(box, widest, focus, fitting, placed);
    const wanted = Math.ceil(Math.min(tallest, Math.max(least, box.height * k)));
    setHeight(wanted);
    const room = { width: size.width, height: wanted };
    const view = fitView(box, room, focus, fitting, placed);
    // A tree shown at once needs no animation; each zoom frame re-measures all labels.
    const comesWhole = drawing.current?.view.isFilling() === true;
    drawing.current?.panZoom.follow(view, room, comesWhole ? 0 : durationMs);
    setCut(size.width > 0 && isCut(box, room, view));
  });
  const reveal = useEffectEvent((id: string | null) => {
    const place = drawing.current?.view.placeOf(id ?? "") ?? null;
    // A hovered item is in view, and must not leave the pointer.
    if (place === null || id === hovered.current || !(cut || taken)) return;
    const room = { width: size.width, height };
    drawing.current?.panZoom.reveal(place, room, durationMs);
  });
  const frameOf = () =>
    size.width === 0 || orientation === "down"
      ? undefined
      : { width: Math.floor(size.width), height: frameHeight, largest: largest.across };
  const redraw = useEffectEvent(() => {
    const view = drawing.current?.view;
    if (view !== undefined)
      refit(view.update(items, { orientation, durationMs, frame: frameOf() }));
  });

  useEffect(() => {
    if (svgRef.current === null || contentRef.current === null) return;
    const view = createTreeView(contentRef.current, createItemText(), treeWords, {
      onSelect: select,
      onPoint: (id) => {
        hovered.current = id;
        point(id);
      },
    });
    const panZoom = createPanZoom(svgRef.current, contentRef.current, setTaken);
    drawing.current = { view, panZoom };
    // Widths change when the page's fonts arrive.
    if (document.fonts?.status === "loading") {
      void document.fonts.ready.then(() => view.forget()).then(() => redraw());
    }
    return () => {
      drawing.current = null;
      panZoom.destroy();
      view.destroy();
    };
  }, [select, point]);

  // In one task with React's drawing it would block the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw reads them as an effect event
  useEffect(() => afterYield(redraw), [items, orientation, size.width, taken, whole]);

  useEffect(() => {
    drawing.current?.view.highlight({ selected, active, marked });
  }, [selected, active, marked]);

  useEffect(() => reveal(active), [active]);

  const fits = !taken && !cut && !whole;
  // Once shown, the buttons stay: removing one would drop the keyboard focus.
  const [zoomed, setZoomed] = useState(false);
  if (!fits && !zoomed) setZoomed(true);
  return (
    <div>
      <svg
        aria-hidden="true"
        ref={svgRef}
        className={css("picture", orientation)}
        style={{ height }}
      >
        <g ref={contentRef} />
      </svg>
      {cut && !taken ? (
        <p className={css("cut")}>{canFold ? treeText.cutFoldable : treeText.cut}</p>
      ) : null}
      <div className={css("foot")}>
        {/* The list says the same. */}
        <div className={css("captionRoom")} aria-hidden="true">
          {caption}
        </div>
        {zoomed ? (
          <div className={css("tools")}>
            <Button
              {...keepsFocus}
              aria-label={treeText.zoomOut}
              title={treeText.zoomOut}
              onClick={() => drawing.current?.panZoom.scaleBy(1 / zoomStep)}
            >
              −
            </Button>
            <Button
              {...keepsFocus}
              aria-label={treeText.zoomIn}
              title={treeText.zoomIn}
              onClick={() => drawing.current?.panZoom.scaleBy(zoomStep)}
            >
              +
            </Button>
            <Button
              {...keepsFocus}
              disabled={fits}
              onClick={() => {
                // A tree that fits readably needs no second view.
                setWhole(taken ? whole || cut : !whole);
                drawing.current?.panZoom.release();
              }}
            >
              {whole && !taken ? treeText.readable : treeText.fit}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
