import { type RefObject, useRef } from "react";
import { useSize } from "../../../../ui-kit/use-size.ts";

/** Pixels that a picture may be wide: its place's width, between two bounds. */
export function usePlotWidth(bounds: { least: number; most: number }): {
  place: RefObject<HTMLDivElement | null>;
  width: number;
} {
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  // Until the page tells how wide it is.
  const room = width === 0 ? Math.min(560, bounds.most) : Math.floor(width);
  return { place, width: Math.min(bounds.most, Math.max(bounds.least, room)) };
}
