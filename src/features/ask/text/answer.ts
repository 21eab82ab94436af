/** The finished answer: its marks, its sources, and what can be done with it. */

import type { AsOf } from "../../../language/language.ts";

function asOf(date: AsOf): string {
  if (date.kind === "since") return `since ${date.date}`;
  return date.isEstimate ? `${date.year}, estimated` : date.year;
}

export const answerText = {
  asOf,
  provenance: (date: AsOf | null, title: string, edition: string) => {
    const source = `Source: ${edition === "" ? title : `${title}, ${edition}`}.`;
    if (date === null) return source;
    return `${date.kind === "since" ? `Since ${date.date}` : `As of ${asOf(date)}`}. ${source}`;
  },
  writing: "Writing the answer…",
  none: "No answer came.",
  stopped: "Stopped before an answer. The steps so far are kept.",
  stoppedLoading: "Stopped while loading, before the run began. What has arrived is kept.",
  retry: "Retry where it broke off",
  citation: (mark: number, title: string) => `Source ${mark}: ${title}`,
  uncited: (mark: number) => `Step ${mark}: no passage`,
  noPassage: "No passage supports this step; the model's own word was taken.",
  given: "No passage supports this step; a person's word was taken.",
  from: (title: string) => `From ${title}`,
  path: "How it got there",
  correct: "Wrong? Correct it",
  copy: "Copy with sources",
  copied: "Copied",
  sources: "Sources",
} as const;
