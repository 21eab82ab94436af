import type { PrivacyLevel, Withheld } from "../../../log/types.ts";

export const privacyText = {
  title: "What may leave this device",
  help: "Applies to every run, including the lab and the router. Your own libraries, and what search services of your own bring, are private; the World Factbook and Wikipedia are not.",
  levels: {
    everything: {
      label: "Everything that the stages need",
      help: "The large model and search services get what their stage works with, passages of your documents included.",
    },
    "no-passages": {
      label: "No passages",
      help: "Questions and what was found may leave, in a few words; passages of your documents never do, nor eight of their words in a row, twelve characters of Chinese, Japanese, Thai and the like, or eight digits of their numbers and codes. Where a passage would have to leave, the small model does the work.",
    },
    "no-findings": {
      label: "Questions only",
      help: "Your question leaves, and steps that were planned before anything was read. Once your documents were read, nothing that could tell of them leaves: the small model does the rest.",
    },
    nothing: {
      label: "Nothing",
      help: "No model elsewhere and no search service is asked, whatever the stages say.",
    },
  } satisfies Record<PrivacyLevel, { label: string; help: string }>,
  elsewhere:
    "A server on this computer counts as elsewhere: the page cannot know what it passes on. The meter tells the two apart by their addresses.",
  /** A small model at a server cannot take over private work. */
  smallElsewhere: (place: string) =>
    `Your small model answers at ${place}, so it is kept to the same: what may not leave this tab is done by nobody, and the run ends there and says so. With the small model in this tab it would do the work.`,
  withheld: ({ destination, reason }: Withheld) => `Done here: ${reasons[reason]} ${destination}.`,
  searchedHere: ({ destination, reason }: Withheld) =>
    `The library was searched instead: ${reasons[reason]} ${destination}.`,
};

const reasons: Record<Withheld["reason"], string> = {
  nothing: "you let nothing leave for",
  passages: "it would have sent words of your documents to",
  findings: "it would have told what was read in your documents to",
};
