/** The only data allowed for training, with the licence stated at its source. */

export interface Source {
  /** As stated at the file's origin; "upstream, not checked" if nothing was stated. */
  licence: string;
  use: string;
}

const hotpot = "CC BY-SA 4.0 (HotpotQA)";
const unchecked = "upstream, not checked";

/** Keyed by the file's path below the data folder, without `.jsonl.gz`. */
export const sources = {
  "train/nq_qed": {
    licence: "CC BY-SA 3.0 (QED states it for its Wikipedia text)",
    use: "reading spans, relevance, embedding pairs",
  },
  "train/quoref": { licence: unchecked, use: "reading spans with coreference" },
  "train/fairytaleqa": { licence: "Apache-2.0 (FairytaleQA)", use: "reading spans of stories" },
  "train/covidqa": { licence: "Apache-2.0 (COVID-QA)", use: "reading long spans" },
  "train/boolq": { licence: unchecked, use: "reading yes or no" },
  "train/hotpotqa_distractor": {
    licence: `${hotpot}; KnowAgent Apache-2.0, hotpotqa-agent none stated`,
    use: "reading, relevance, plans",
  },
  "train/rewrite_hotpotqa": { licence: `${hotpot}; queries: ${unchecked}`, use: "plans, keywords" },
  "train/rewrite_ambignq": { licence: unchecked, use: "keywords" },
  "train/rewrite_popqa": { licence: unchecked, use: "keywords" },
  "train/hotpotqa_next_subquestion": { licence: `${hotpot}; ${unchecked}`, use: "plans" },
  "train/r1searcher_qa": { licence: "MIT (R1-Searcher)", use: "closed-book questions" },
  "train/openbookqa": { licence: unchecked, use: "answers from one fact" },
  "train/ambignq_qa": { licence: unchecked, use: "closed-book questions, judge labels" },
  "train/popqa_qa": { licence: unchecked, use: "closed-book questions, judge labels" },
  "train/entityquestions_qa": {
    licence: "MIT (EntityQuestions)",
    use: "closed-book questions, judge labels",
  },
  "train/webquestions_qa": {
    licence: "CC BY 4.0 (dataset-factoid-webquestions)",
    use: "closed-book questions, judge labels",
  },
  "train/opentrivia_qa": {
    licence: "CC BY-SA 4.0 (OpenTriviaQA)",
    use: "closed-book questions, judge labels",
  },
  "train/creak_claims": { licence: "MIT (CREAK)", use: "closed-book yes or no" },
  "train/csqa2_yesno": { licence: "CC BY 4.0 (CommonsenseQA 2.0)", use: "closed-book yes or no" },
  "train/covidqa_pairs": { licence: "Apache-2.0 (COVID-QA)", use: "relevance verdicts" },
  "train/wice_sentences": {
    licence: "WiCE's LICENSE.md: text mostly Wikipedia's and Common Crawl's",
    use: "relevance verdicts",
  },
  "train/trajectories_fireact": { licence: `MIT (FireAct); ${hotpot}`, use: "plans" },
  "train/trajectories_knowagent": { licence: `Apache-2.0 (KnowAgent); ${hotpot}`, use: "plans" },
  "2wikimultihopqa/train": { licence: unchecked, use: "reading, relevance, plans" },
  "2wikimultihopqa/ircot_cot": { licence: "Apache-2.0 (IRCoT)", use: "plans" },
  "hotpotqa/train_distractor": {
    licence: `${hotpot}; HippoRAG MIT, AMOR none stated`,
    use: "reading, relevance",
  },
  "hotpotqa/train_gold": {
    licence: `${hotpot}; EREN and ECM none stated`,
    use: "reading over two passages",
  },
  "hotpotqa/ircot_cot": { licence: `Apache-2.0 (IRCoT); ${hotpot}`, use: "plans" },
  "musique/train": {
    licence: "HippoRAG MIT; upstream, not checked",
    use: "reading, relevance, plans",
  },
  "musique/ircot_cot": { licence: "Apache-2.0 (IRCoT)", use: "plans" },
  "strategyqa/train_decomposition": { licence: "MIT (StrategyQA)", use: "plans, decomposition" },
  "squad/dev": {
    licence: "CC BY-SA 4.0 (SQuAD); code MIT",
    use: "reading with no-answer rows: the training half of its articles only",
  },
} as const satisfies Readonly<Record<string, Source>>;

export type SourceName = keyof typeof sources;

export const sourceNames = Object.keys(sources).filter(isSourceName);

/** Whether a file may be trained on. All others are for selection and scoring, or unused. */
export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(sources, name);
}
