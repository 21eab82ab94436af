import type { RunSettings } from "../log/types.ts";
import type { UnlikePaper } from "../runtime/method.ts";

export const always = () => true;

const smallWorks = ({ plan, solve, summarise }: RunSettings) =>
  [plan, solve, summarise].some((choice) => choice === "small" || choice === "decide");

const largeWorks = ({ plan, solve, summarise }: RunSettings) =>
  [plan, solve, summarise].some((choice) => choice === "large" || choice === "decide");

export const ours: Readonly<Record<"rerank" | "reader" | "evidence" | "arithmetic", UnlikePaper>> =
  {
    rerank: {
      says: "Passages are put in the order of their relevance before they are read, which is ours.",
      holds: ({ rerank }) => rerank,
    },
    reader: {
      says: "The small model reads again where the encoder is unsure, which is ours.",
      holds: ({ reader }) => reader === "both",
    },
    evidence: {
      says: "The answer is checked against passages before it is shown, which is ours.",
      holds: ({ evidence }) => evidence,
    },
    arithmetic: {
      says: "Comparisons of numbers and dates are computed, not written by a model, which is ours.",
      holds: ({ arithmetic }) => arithmetic,
    },
  };

export function models(paper: string): UnlikePaper[] {
  return [
    {
      says: `Small models of 135 and 22 million weights do what the small ones do in print: ${paper}.`,
      holds: smallWorks,
    },
    {
      says: "No large model takes part: the small one does its work, too.",
      holds: (settings) => !largeWorks(settings),
    },
    {
      says: "The small model’s plans, judgements and answers are held to their form while they are written; in print they are free text.",
      holds: smallWorks,
    },
  ];
}

/** `retriever`: what the paper searches with. */
export function search(retriever: string): UnlikePaper[] {
  const says = (how: string) => `The library is searched ${how}; the paper takes ${retriever}.`;
  const by = (mode: RunSettings["retrieval"]["mode"]) => (settings: RunSettings) =>
    settings.retrieval.mode === mode &&
    !(settings.source.choice === "fixed" && settings.source.tool === "none");
  return [
    { says: says("by words and by meaning at once (hybrid)"), holds: by("hybrid") },
    { says: says("by meaning, with our own encoder"), holds: by("dense") },
    { says: says("by words (BM25)"), holds: by("bm25") },
  ];
}

export const firstStep: UnlikePaper = {
  says: "The question’s first step is planned and looked up as well, which tells an answer from a stop on the way; it changes no answer and is ours.",
  holds: ({ evidence }) => evidence,
};

export const encoderReads: UnlikePaper = {
  says: "The encoder reads the best passages one by one and its surest span is the answer; in print one model reads them all.",
  holds: ({ summarise, reader }) => summarise === "small" && reader !== "model",
};

export const ownLibrary: UnlikePaper = {
  says: "What is looked up is the chosen library (at first the World Factbook), not all of Wikipedia.",
  holds: always,
};
