/** Paths are centred on 0,0. Shape encodes kind; colour only repeats it. */

import type { ItemStatus } from "../folds/step-status.ts";
import type { Tier } from "../log/types.ts";

const markRadius = 12;

export const circlePath = circle(markRadius);
export const hexagonPath = polygon(6, markRadius + 1.5, 0);
export const diamondPath = polygon(4, markRadius + 2, 0);

export function workerPath(tier: Tier | null): string {
  return tier === "large" ? hexagonPath : circlePath;
}

export const beadSize = 7;
export const beadGap = 4;

export interface StatusGlyph {
  ring: "solid" | "dotted" | "none";
  path: string;
}

export const statusGlyphs: Readonly<Record<ItemStatus, StatusGlyph>> = {
  waiting: { ring: "none", path: "M-1.5,0h3" },
  running: { ring: "solid", path: "" },
  unfinished: { ring: "dotted", path: "" },
  verified: { ring: "solid", path: "M-4,0.3l2.8,2.9l5.2,-6" },
  accepted: { ring: "solid", path: "M-4.4,1.2c1.4,-3.4 3,-2.6 4.4,-1.2s3,2.2 4.4,-1.2" },
  corrected: { ring: "solid", path: "M-3.4,-3.4l6.8,6.8m0,-6.8l-6.8,6.8" },
  completed: { ring: "solid", path: "M-4.4,0h8.8m-4.4,-4.4v8.8" },
  given: { ring: "solid", path: "M-3,3.4l-0.6,-2.2l5.6,-5.6l2,2l-5.6,5.6z" },
  unsolved: { ring: "solid", path: "" },
  skipped: { ring: "dotted", path: "M-2.8,0h5.6" },
  known: { ring: "solid", path: "M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0" },
  answered: { ring: "solid", path: "M-4,-3.2h8m-8,3.2h8m-8,3.2h5" },
  combined: { ring: "solid", path: "M-4,-3.6l4,4.2l4,-4.2m-4,4.2v4" },
  reasoned: { ring: "dotted", path: "M-3.6,0h0.1m3.5,0h0.1m3.5,0h0.1" },
  searched: {
    ring: "dotted",
    path: "M-3.4,-0.6a2.7,2.7 0 1,0 5.4,0a2.7,2.7 0 1,0 -5.4,0m4.6,2l2.6,2.6",
  },
  unknown: {
    ring: "dotted",
    path: "M-2.2,-2.4c0.6,-2.4 4.6,-2 4.4,0.4c-0.2,1.6 -2.2,1.6 -2.2,3.2m0,2.4v0.1",
  },
};

export const statusRadius = 8.5;

function circle(radius: number): string {
  return `M${-radius},0a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0Z`;
}

function polygon(corners: number, radius: number, turn: number): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = turn + (index * 2 * Math.PI) / corners;
    return `${round(radius * Math.cos(angle))},${round(radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
