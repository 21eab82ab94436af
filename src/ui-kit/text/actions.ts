import type { PlanChoice, Stage } from "../../log/types.ts";
import { plural } from "./format.ts";
import { stageNames } from "./stages.ts";

const doers: Record<PlanChoice, string> = {
  off: "nobody",
  small: "small model",
  large: "large model",
  decide: "let the small model decide",
};

export const actionsText = {
  offline: {
    label: "New version",
    waiting: "A new version of Hopwise is here.",
    take: "Use it now",
    later: "Later",
    taking: "The new version opens as soon as no question and no batch is running.",
    elsewhere: "Another tab uses a new version of Hopwise; this one shows the old.",
    reload: "Reload this tab",
    kept: "This page, its model and the library are kept: it answers without a network.",
  },

  palette: {
    title: "Commands",
    open: "Commands",
    field: "What do you want to do?",
    none: "No commands match.",
    found: (commands: number) => plural(commands, "command", "commands"),
    impossible: "not now",
  },

  keys: {
    title: "Keys",
    enter: "Enter",
    escape: "Esc",
    palette: "Ctrl or ⌘ + K",
    single: "Single keys work anywhere outside a text field",
    singleHelp: "Turn them off if you use voice control or hit keys by accident.",
    fixed: [
      ["Shift + Enter", "in the question: new line"],
      ["Arrows, Home, End", "walk the tree"],
      ["Enter", "in the tree: open a step"],
      ["Esc", "in an open step: close it"],
      ["Ctrl or ⌘ + wheel", "zoom the tree"],
    ] as const satisfies readonly (readonly [string, string])[],
  },

  actions: {
    flip: (stage: Stage) => `${stageNames[stage]}: switch small / decide / large`,
    methodNamed: (title: string) => `Method: ${title}`,
  },

  done: {
    flip: (stage: Stage, choice: PlanChoice) => `${stageNames[stage]}: ${doers[choice]}.`,
    theme: (name: string) => `Colours: ${name}.`,
    method: (title: string) => `Method: ${title}.`,
  },
};
