/** The settings panel is built from these words. */

import type { RunSettings } from "../../log/types.ts";
import {
  type ControlGroup,
  type ControlPath,
  isSharedPath,
  type OwnSettings,
  ownSettingAt,
  type SharedPath,
} from "../../runtime/controls.ts";

/** The type at `gate.kind` is `RunSettings["gate"]["kind"]`. */
export type ValueAt<Path extends string> = Path extends `${infer Section}.${infer Name}`
  ? Section extends keyof RunSettings
    ? Name extends keyof NonNullable<RunSettings[Section]>
      ? NonNullable<RunSettings[Section]>[Name]
      : never
    : never
  : Path extends keyof RunSettings
    ? RunSettings[Path]
    : never;

interface Plain {
  label: string;
  help?: string;
}

/** A choice needs a label per value; free text does not. */
type WordsOf<Value> = [Value] extends [string]
  ? string extends Value
    ? Plain
    : Plain & { options: Record<Value, string> }
  : Plain;

type ControlWords = { [Path in SharedPath]: WordsOf<ValueAt<Path>> };

const tiers = { small: "the small model", large: "the large model, paid" };

/** Groups A to H are the stage map's; Hopwise's own come last. */
export const groupWords: Record<ControlGroup, { letter: string; title: string; help?: string }> = {
  gate: {
    letter: "A",
    title: "Is it known already?",
    help: "What is known is answered from memory, and nothing is looked up.",
  },
  plan: { letter: "B", title: "Planning" },
  solve: { letter: "C", title: "Reading and checking" },
  rewrite: { letter: "D", title: "What is searched for" },
  source: { letter: "E", title: "Where to look" },
  filter: { letter: "F", title: "Which passages count" },
  fallback: { letter: "G", title: "When no passage helps" },
  summarise: { letter: "H", title: "Writing the answer" },
  departures: {
    letter: "",
    title: "Departures from the printed algorithm",
    help: "The algorithm as printed does not run. Each of these mends one thing; switch one off to see why.",
  },
};

export const controlWords: ControlWords = {
  "gate.kind": {
    label: "Ask first whether it is known",
    options: {
      off: "no: always look it up",
      judge: "judge an answer from memory (SlimPLM)",
      "self-knowledge": "ask whether it knows (RA-ISF)",
    },
  },
  "gate.by": { label: "Who answers from memory", options: tiers },
  "gate.judge": {
    label: "Who judges that answer",
    options: {
      encoder: "the encoder: a score from 0 to 1",
      model: "the model itself: yes or no",
    },
  },
  "gate.threshold": {
    label: "Known above",
    help: "Surer than this that it is known, and nothing is looked up; the baselines that ask it are content with just this. At 1 nearly everything is looked up, at 0 nearly nothing is.",
  },
  "passOn.answer": {
    label: "Check the answer from memory against the passages",
    help: "Ours, no paper's. Where the gate does not take it for known, it is proposed for the step that asks what the question asks. Passages confirm or overrule it; where they tell two answers equally well, it decides between them. Without a passage it counts for nothing.",
  },
  plan: {
    label: "Who plans",
    help: "A large planner writes all steps at once, and each is looked up. The small model rephrases a step that was not found; a large planner does so itself if it reads, too. The embedded models plan one step at a time.",
    options: {
      off: "no plan",
      small: tiers.small,
      large: tiers.large,
      decide: "let the small model decide",
    },
  },
  decisionThreshold: {
    label: "Decision threshold",
    help: "With “decide”, the small model goes alone when its own probability of “yes, I can” reaches this.",
  },
  maxRounds: {
    label: "Most rounds",
    help: "Corrections and completions in a chain; a step that the small planner only leaves to be looked up is none, and at most eight follow one another. Repeated look-ups in the methods that look up again and again.",
  },
  historyTokens: {
    label: "Most tokens of the chains before",
    help: "SearChain's history: a chat model that goes on with its chain is told what it wrote before, to its end, and what the checker said to it each time; where that grows longer than this, the oldest is left out. At 0 it is told only the steps that count. A trained model is never told it.",
  },
  confidenceThreshold: {
    label: "θ, the checker's threshold",
    help: "The passages overrule the model only when the reader is more confident than θ. At 0 every disagreement is overruled; at 1 the model is always believed. SearChain's 1.5 is a score of another reader; on this scale of 0 to 1 it was calibrated again.",
  },
  answerForm: {
    label: "Answers are checked as",
    options: {
      short: "short: the passage's words are part of them",
      long: "long: they share enough words (ROUGE-L)",
    },
  },
  rougeThreshold: {
    label: "α, words that must be shared",
    help: "Counts for long answers only.",
  },
  duplicateThreshold: {
    label: "Duplicate threshold",
    help: "Two queries whose meaning vectors are at least this close (cosine) count as one and are not asked twice.",
  },
  reader: {
    label: "Who reads for the small model",
    help: "SearChain's reader is an extractive one, like the encoder. Only the language model can be given the steps before (History, Soft-prompt).",
    options: {
      encoder: "the encoder: words of one passage",
      both: "the encoder, and where it is unsure the language model",
      model: "the language model: all at once",
    },
  },
  rewriter: {
    label: "Query rewriting",
    options: {
      vanilla: "Vanilla: search for the step's own words",
      keyword: "Keyword: search for its key words",
      top3: "Top3: read three passages a hop",
      history: "History: the reader sees the steps before",
      "soft-prompt": "Soft-prompt (approximated by a one-line digest)",
      all: "All of CoopLLM's together",
      claims: "Claims: also what a guess claims",
    },
  },
  rewriteBy: { label: "Who rewrites", options: tiers },
  "passOn.claims": {
    label: "Also search for what the answer from memory claims",
    help: "Ours, no paper's. Where the gate's answer from memory says something about what a step asks about, that is one more query of the step, and the step has no guess of its own. An answer of a few words claims nothing by itself.",
  },
  "source.choice": {
    label: "How the tool is chosen",
    help: "A prediction needs a router trained on your own questions.",
    options: {
      fixed: "always the one below",
      "best-predicted": "the one predicted to do best",
      "cost-saving": "the best for its price",
    },
  },
  "source.tool": { label: "Search tool" },
  "retrieval.mode": {
    label: "Look-up",
    help: "How the library is searched.",
    options: {
      bm25: "words (BM25)",
      dense: "meaning (vectors)",
      hybrid: "both, ranks fused",
    },
  },
  "retrieval.k": { label: "Passages a query" },
  rerank: {
    label: "Choose passages by relevance",
    help: "More are found than are used; the encoder keeps those most relevant to the question.",
  },
  "filter.kind": {
    label: "Judge each passage",
    options: {
      off: "no: all of them count",
      "per-passage": "one by one (RA-ISF, Algorithm 1)",
      batch: "all in one prompt (RA-ISF, Appendix G)",
      none: "none counts: straight to the parts",
    },
  },
  "filter.by": {
    label: "Who judges the passages",
    options: { encoder: "the encoder: a score from 0 to 1", ...tiers },
  },
  "filter.threshold": {
    label: "Relevant from",
    help: "A plain yes or no of a model counts as 1 or 0.",
  },
  "filter.claims": {
    label: "Leave out claims that are known",
    help: "SlimPLM's claim filter. The question and its rewrites are always searched for.",
  },
  "passOn.relevance": {
    label: "Relevance weighs what is read",
    help: "Ours, no paper's. Where several passages answer, what each says counts as much as it is sure and as its passage was judged relevant.",
  },
  "fallback.on": {
    label: "Split the question",
    help: "Its parts are answered likewise and then put together. Off: the answer is “unknown”.",
  },
  "fallback.by": { label: "Who splits it", options: tiers },
  "fallback.maxDepth": {
    label: "Most levels of parts",
    help: "RA-ISF's D: the question is level 0, its parts 1. What lies deeper is “unknown”.",
  },
  "fallback.fillEarlier": {
    label: "Tell later parts the earlier answers",
    help: "Ours, not the paper's: as printed, each part is answered on its own.",
  },
  "answer.form": {
    label: "Form of the answer",
    options: { short: "short: the bare answer", long: "long: a few sentences" },
  },
  "answer.passages": { label: "Most passages in the prompt" },
  "answer.maxTokens": { label: "Most tokens of passages in the prompt" },
  evidence: {
    label: "Check the answer against all evidence",
    help: "Ours, not the papers'. When the steps were read without much confidence, the encoder reads your question over the passages of the path, joined. What it is surer of than of the steps replaces the answer. Without a plan, the question's first step is looked up as well: it tells an answer from a stop on the way to it.",
  },
  evidenceThreshold: {
    label: "Confidence the answer check needs",
    help: "Above this, and above its mean confidence in the steps, its answer replaces the small model's. Where the chain found nothing, any answer does.",
  },
  arithmetic: {
    label: "Compare found values by arithmetic",
    help: "Ours, not the papers'. Where two numbers or dates that the steps found decide the question, they are compared, and no model is asked to sum up.",
  },
  "switches.fillProcessedQueries": {
    label: "Remember what was asked (printed, the list S is never filled)",
  },
  "switches.emptySpanGuard": {
    label: "An empty span is no answer (printed, it verifies anything)",
  },
  "switches.repeatStop": { label: "Stop when an answered query comes back with nothing found" },
  "switches.correctUnsolved": {
    label:
      "Ask once more, in other words, when nothing was found (a trained small model only; SearChain goes on)",
  },
};

interface Words extends Plain {
  options?: Readonly<Record<string, string>>;
}

/** An unknown setting is labelled by its path. */
export function wordsOf(path: ControlPath, own: OwnSettings): Words {
  if (isSharedPath(path)) return controlWords[path];
  const declared = ownSettingAt(path, own);
  if (declared === undefined) return { label: path };
  const { label, help, optionWords: options } = declared;
  return {
    label,
    ...(help === undefined ? {} : { help }),
    ...(options === undefined ? {} : { options }),
  };
}

export function optionWord(path: ControlPath, value: string, own: OwnSettings = {}): string {
  return wordsOf(path, own).options?.[value] ?? value;
}
