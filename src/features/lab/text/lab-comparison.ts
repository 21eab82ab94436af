/** Text of comparisons other than combinations: differences from one configuration, and sweeps. */

import type { Verdict } from "../../../evaluation/types.ts";
import { count, plural } from "../../../ui-kit/text/format.ts";
import { moreText } from "./lab-analysis.ts";

const verdicts: Record<Verdict, string> = {
  pays: "shown to be better",
  harms: "shown to be worse",
  undecided: "cannot tell",
};

export const comparisonText = {
  differencesTitle: (base: string) => `Against “${base}”`,
  differencesHelp: (base: string, metric: string, isGraded: boolean) =>
    `Each configuration less “${base}”, on the questions that both answered, in points of ${metric}.${isGraded ? "" : " Won and lost are questions that one of the two has right and the other wrong."}`,
  baseAt: (base: string, quality: string, n: number) =>
    `“${base}” itself: ${quality}, n\u00a0=\u00a0${count(n)}.`,
  several: (tests: number) =>
    `Verdicts count that ${plural(tests, "difference is", "differences are")} tested at once (Holm), so an interval may leave out 0 and the verdict still be “cannot tell”.`,
  head: {
    difference: "Difference, points",
    test: "Won, lost (McNemar)",
    gradedTest: "Paired test (Holm)",
    verdict: "Verdict",
    n: "n",
  },
  verdict: (verdict: Verdict, more: number | null) =>
    verdict === "undecided" ? `${verdicts.undecided}: ${moreText(more)}` : verdicts[verdict],

  sweepTitle: (label: string) => `By “${label}”`,
  sweepHelp:
    "The same method with one number varied, on the questions that every value answered. Whiskers are 95\u00a0% intervals: where they overlap widely, a higher point may be chance.",
  sweepHead: { n: "n" },
};
