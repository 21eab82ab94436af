import { plural } from "./format.ts";

const kinds = {
  run: "This run",
  batch: "This batch",
  question: "This question",
  library: "This library",
};
export type DamagedKind = keyof typeof kinds;

const numbers: Record<DamagedKind, readonly [string, string]> = {
  run: ["run", "runs"],
  batch: ["batch", "batches"],
  question: ["question", "questions"],
  library: ["library", "libraries"],
};

export const damagedText = {
  list: (kind: DamagedKind, number: number) =>
    `${plural(number, ...numbers[kind])} that cannot be shown`,
  why: (kind: DamagedKind) =>
    `${kinds[kind]} cannot be shown: what is kept of it is damaged, or holds figures that no page writes. The others are not touched by it.`,
  open: "Open its log",
  openNamed: (id: string) => `Open the log of: ${id}`,
  remove: "Delete",
  removeNamed: (id: string) => `Delete what cannot be shown: ${id}`,
  removed: "Deleted.",
};
