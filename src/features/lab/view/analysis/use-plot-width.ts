import { type RefObject, useRef } from "react";
import { useSize } from "../../../../ui-kit/use-size.ts";

/** Width of a picture in pixels: that of its container, within bounds. */
export function usePlotWidth(bounds: { least: number; most: number }): {
  place: RefObject<HTMLDivElement | null>;
  width: number;
} {
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  const room = width === 0 ? Math.min(560, bounds.most) : Math.floor(width);
  return { place, width: Math.min(bounds.most, Math.max(bounds.least, room)) };
}
