/**
 * The base settings of links: a link holds only the differences. Never change it, or existing links
 * would change their meaning; new settings are written out in full.
 */
export const settingsTemplate: unknown = {
  gate: {
    kind: "off",
    by: "small",
    judge: "encoder",
    threshold: 0.5,
  },
  plan: "small",
  solve: "small",
  summarise: "small",
  rewriteBy: "small",
  source: {
    choice: "fixed",
    tool: "library",
  },
  filter: {
    kind: "off",
    by: "encoder",
    threshold: 0.5,
    claims: true,
  },
  fallback: {
    on: false,
    by: "small",
    maxDepth: 3,
    fillEarlier: false,
  },
  answer: {
    form: "short",
    passages: 20,
    maxTokens: 3000,
  },
  rival: {
    tokenThreshold: 0.6,
    neighbours: 5,
  },
  reader: "both",
  rerank: true,
  evidence: true,
  evidenceThreshold: 0.3,
  arithmetic: true,
  maxRounds: 5,
  historyTokens: 0,
  confidenceThreshold: 0.3,
  answerForm: "short",
  rougeThreshold: 0.35,
  decisionThreshold: 0.5,
  duplicateThreshold: 0.85,
  retrieval: {
    mode: "hybrid",
    k: 1,
    rrfK: 60,
    bm25: {
      k1: 1.2,
      b: 0.4,
    },
  },
  switches: {
    fillProcessedQueries: true,
    emptySpanGuard: true,
    repeatStop: true,
    correctUnsolved: true,
  },
};
