import { plural } from "../../../ui-kit/text/format.ts";

export const settingsFileText = {
  title: "All settings as a file",
  help: "To take them to another browser. Keys are never in it; they are forgotten when a file is taken, since its addresses may be others. Before a file is taken you see what it would change.",
  save: "Save settings",
  open: "Take settings from a file",
  refused: "This is not a file of settings, or of a newer version. Nothing was changed.",
  refusedAt: (place: string) =>
    `This file holds a value that cannot be (${place}). Nothing was changed.`,
  nothing: "The settings of this file are those that are here. Nothing was changed.",
  left: "Nothing was changed.",
  dropped: (prompts: number) =>
    `${plural(prompts, "changed prompt", "changed prompts")} of it did not fit and ${prompts === 1 ? "was" : "were"} left out.`,
  otherLibrary:
    "The library that it names is not in this browser: the World Factbook is chosen instead.",
  taken: "The settings were taken from the file.",
};

export const forgetText = {
  open: "Forget all settings",
  ask: "Forget the methods, prompts, services, prices, caps and keys that you set? Libraries, runs and batches stay.",
  sure: "Forget them",
  keep: "Keep them",
  done: "All settings are as on a first visit.",
};
