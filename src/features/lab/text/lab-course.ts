/** Text about how the runs went: routes, steps, effect of retrieval, tokens. */

import { isRightOrWrong } from "../../../evaluation/analysis/table.ts";
import type { MetricId, WrittenPart } from "../../../evaluation/types.ts";
import { count } from "../../../ui-kit/text/format.ts";
import { labAnalysisText } from "./lab-analysis.ts";

const { metrics } = labAnalysisText;

const exits = new Map<string, string>([
  ["self-knowledge", "memory, as known"],
  ["passages", "its passages"],
  ["decomposition", "the answers of its parts"],
  ["memory", "memory"],
  ["unknown", "nothing sure"],
]);

export const courseText = {
  configuration: "Configuration",
  n: "n",
  counted: (some: number, all: number) => `${count(some)} of ${count(all)}`,

  title: "How the runs went",
  help: "Searches and steps per question; of the steps, those that stayed without an answer; of the models’ outputs, those that did not fit their form, mended or not.",
  head: {
    searches: "Searches per question",
    steps: "Steps per question",
    unsolved: "Unsolved steps, %",
    unfit: "Unfit outputs, %",
  },
  stepsUnknown: "“—”: results of earlier versions do not tell steps.",

  routes: {
    title: "Ways to an answer",
    help: "By which way the questions left, and how often each way was right (RA-ISF’s Table 7: workload and correct).",
    exit: (exit: string | null) => (exit === null ? "any other way" : (exits.get(exit) ?? exit)),
    head: { exit: "Answered from", share: "Of the questions, %" },
    /** A graded metric has no right or wrong, so the default judgement is used. */
    right: (metric: MetricId) =>
      metric === "right" || !isRightOrWrong(metric)
        ? "Right, %"
        : `Right, %, by ${metrics[metric]}`,
  },

  misled: {
    title: "Before and after looking up",
    help: "Some methods answer before they look anything up. Misled: of the questions that were right then, those that went wrong with what was found. Helped: of those that were wrong then, those that it set right. Right is cover-EM on whole words.",
    head: { misled: "Misled, % of those right before", helped: "Helped, % of those wrong before" },
    others: "Configurations that give no answer before they look anything up are left out.",
    helpedUnknown:
      "“—”: no question of that kind, or results of an earlier version, which do not tell what was helped.",
  },

  retrieval: {
    title: "With and without looking up",
    help: (base: string, metric: MetricId) =>
      `Question by question against “${base}”, which looks nothing up: whether the answer is better, the same or worse${metric === "right" ? "" : ` by ${metrics[metric]}`} (SlimPLM’s Figure 2).`,
    head: {
      better: "Better, %",
      equal: "Same, %",
      worse: "Worse, %",
      misled: "Misled, % of those right without",
      helped: "Helped, % of those wrong without",
    },
  },

  tokens: {
    title: "Tokens written, by what for",
    help: "Mean tokens per question that the language models generated (SlimPLM’s Table 4). What they read is not counted here.",
    parts: {
      answer: "Answer",
      proxy: "Answer before looking up",
      rewriting: "Claims and queries",
      judge: "Is it known?",
      others: "Planning, reading and the rest",
    } satisfies Record<WrittenPart, string>,
    all: "All",
    unknown:
      "“—”: a server did not count them, or the results are of an earlier version, which do not tell.",
  },
};
