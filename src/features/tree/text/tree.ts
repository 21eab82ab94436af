/** Text of the tree: its steps, marks and tools. */

import type { SupersedeCause } from "../../../folds/superseded.ts";
import type { BranchCause, Tier } from "../../../log/types.ts";
import { plural } from "../../../ui-kit/text/format.ts";

export const treeText = {
  list: "Steps of the run",
  asTree: "Tree",
  asList: "List",
  shownAs: "Shown as",
  answer: "Answer",
  guess: "Guess",
  notFound: "Not found",
  hint: "Hover to read a step, click to open it.",
  planning: (model: string) => `Planning with ${model}…`,
  brokeOff: "Unfinished",
  branching: "Planning the next step…",
  writingQueries: "Writing queries…",
  splitting: "Splitting the question…",
  legend: "Marks in this tree",
  tiers: { small: "small model", large: "large model" } satisfies Record<Tier, string>,
  readBy: (reader: Tier) => `read by the ${treeText.tiers[reader]}`,
  readerMark: "read by another model",
  left: {
    user: "replaced",
    again: "redone",
  } satisfies Record<SupersedeCause, string>,
  leftBehind: "replaced",
  folded: (steps: number) => `+${plural(steps, "step", "steps")} collapsed`,
  passages: (value: number) => plural(value, "passage", "passages"),
  askedOtherwise: "asked another way",
  /** The expected gain comes first: a phone has no room for more. */
  askedAgain: (chance: string, cost: string) => `${chance}, again for ${cost}`,
  causes: {
    plan: "planned",
    correct: "overruled",
    complete: "found, next step",
    claims: "searched for",
    decompose: "split",
    follow: "next step",
    user: "corrected by you",
    check: "first step, checked",
  } satisfies Record<BranchCause, string>,
  passageMark: "supporting passage",
  readMark: "read, does not support it",
  seenMark: "other passages found",
  sureMark: "reader's confidence; notch = required",
  fromMemory: (answer: string | null) =>
    answer === null ? "from memory" : `from memory: ${answer}`,
  correctedTo: (from: string, to: string) => `${from}, overruled by the library: ${to}`,
  fit: "Fit",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  readable: "Readable size",
  cut: "Part of it is out of sight: drag it, or press Fit to see all of it.",
  cutFoldable:
    "Part of it is out of sight: drag it, collapse finished branches, or press Fit to see all of it.",
  foldFinished: "Collapse finished branches",
  lens: "Line width shows",
  lenses: { time: "Time", money: "Money" },
  lensHelp: {
    time: "Lines are as wide as a step took seconds; the disc at Q is planning.",
    money: "Lines are as wide as a step took money; the disc at Q is planning.",
  },
  answerUntilNow: "The answer so far; the run continues from your correction.",
  noMoney: "Free run. Line width shows time.",
};
