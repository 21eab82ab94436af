import type { Study } from "./studies.ts";

export const studies: readonly Study[] = [
  {
    name: "page",
    says: "speed, memory and size of the built page, and of what it is made of",
    run: () => import("./page.ts"),
  },
  {
    name: "lighthouse",
    says: "Lighthouse's performance and accessibility of the built page",
    run: () => import("./lighthouse.ts"),
  },
  {
    name: "answers",
    says: "how well it answers a question file: cover-EM, EM and F1, by type of question",
    needsLibrary: true,
    run: () => import("./evaluate.ts"),
  },
  {
    name: "methods",
    says: "every method on the same questions: scores, costs, and how each differs from Vanilla",
    needsLibrary: true,
    run: () => import("./methods.ts"),
  },
  {
    name: "states",
    says: "how often it says that it found nothing, for questions with and without an answer",
    needsLibrary: true,
    run: () => import("./states.ts"),
  },
  {
    name: "prompts",
    says: "what any model makes of every prompt: as asked, mended, or of no use",
    needsLibrary: true,
    run: () => import("./prompts.ts"),
  },
  {
    name: "returns",
    says: "what each stage gains and costs, from reports of all combinations",
    run: () => import("./returns.ts"),
  },
  {
    name: "pipelines",
    says: "time to read any pipeline's runs; whether its intervals hold the truth in known worlds",
    run: () => import("./pipelines.ts"),
  },
  {
    name: "foreign-agent",
    says: "another agent's eight setups with models of yours, as traces and as a table",
    needsLibrary: true,
    run: () => import("./foreign-agent.ts"),
  },
  {
    name: "settle",
    says: "what running a batch until it is settled saves, replayed on the shipped reports",
    run: () => import("./settle.ts"),
  },
  {
    name: "papers",
    says: "reports beside the tables that their papers print",
    run: () => import("./papers/papers.ts"),
  },
  {
    name: "policy",
    says: "what a policy learnt from each report is worth, cross-validated",
    run: () => import("./policy.ts"),
  },
  {
    name: "steps",
    says: "a decision at each stage against one a question, on the shipped reports",
    run: () => import("./steps/steps.ts"),
  },
  {
    name: "router",
    says: "HomoRouter: solvers and heads on generated scores, or on a report",
    run: () => import("./router.ts"),
  },
  {
    name: "retrieval",
    says: "recall of the Factbook's passages by sub-questions",
    run: () => import("./measure-retrieval.ts"),
  },
  {
    name: "plans",
    says: "what the planner's chains are like, from files that `answers` wrote",
    run: () => import("../../models/research/measures/plans.ts"),
  },
  {
    name: "reader",
    says: "EM and F1 of reading a given passage: encoder, language model, both",
    run: () => import("../../models/research/measures/reader.ts"),
  },
  {
    name: "relevance",
    says: "which paragraphs are found and ranked first, and how well P(relevant) is calibrated",
    run: () => import("../../models/research/measures/relevance.ts"),
  },
  {
    name: "judge",
    says: "SlimPLM's judge: does it tell right answers from wrong ones?",
    run: () => import("../../models/research/measures/judge.ts"),
  },
  {
    name: "graphs",
    says: "the encoder's WebGPU graph beside its int8 graph",
    needsLibrary: true,
    run: () => import("../../models/research/measures/encoder-graphs.ts"),
  },
  {
    name: "theta",
    says: "what each confidence threshold of the reader would do",
    needsLibrary: true,
    run: () => import("../../models/research/calibration/calibrate-theta.ts"),
  },
  {
    name: "filter",
    says: "what each threshold of the passage filter would do",
    needsLibrary: true,
    run: () => import("../../models/research/calibration/filter-threshold.ts"),
  },
  {
    name: "decision",
    says: "whether the small model knows when it can do a stage alone, from reports with logs",
    run: () => import("../../models/research/calibration/decision.ts"),
  },
  {
    name: "faults",
    says: "fails every port call, database request and fetch of a run in turn; nothing may be lost",
    run: () => import("./faults.ts"),
  },
  {
    name: "endpoint-faults",
    says: "1,000 faults of upstream, disk and clients of hopwise serve: no hang, no leak, typed answers",
    run: () => import("./endpoint-faults.ts"),
  },
  {
    name: "fuzz",
    says: "random input for everything that reads files, links and models' words",
    run: () => import("./fuzz.ts"),
  },
  {
    name: "ledger",
    says: "random histories of a day's spending: caps hold, and nothing spent is forgotten",
    run: () => import("./ledger.ts"),
  },
  {
    name: "verify-remote",
    says: "the remote engine against a real OpenAI-compatible server of yours",
    run: () => import("./verify-remote.ts"),
  },
  {
    name: "verify-wikipedia",
    says: "the Wikipedia tool against a real MediaWiki of yours",
    run: () => import("./verify-wikipedia.ts"),
  },
  {
    name: "verify-opensearch",
    says: "the search tool and `npm run index` against a real OpenSearch and Elasticsearch",
    run: () => import("./verify-opensearch.ts"),
  },
  {
    name: "lab-pictures",
    says: "the lab's views over a report, as pictures for the docs",
    run: () => import("../screens/lab.ts"),
  },
];
