/** FAKE chains of one or two hops, with readings as good or bad as needed. */
import type { Verdict } from "../log/events.ts";
import { FakeLog, fakePassage } from "./fake-log.ts";

export const hopsQuestion = "Which sea borders the country whose capital is Tallinn?";
const capitalPassage = fakePassage(
  "en/capital",
  "Estonia: capital",
  "The capital is Tallinn.",
  1,
  1,
);
export const seaPassage = fakePassage(
  "en/location",
  "Estonia: location",
  "It borders the Baltic Sea and the Gulf of Finland.",
  1,
  1,
);

export interface Hop {
  query: string;
  answer: string | null;
  verdict: Verdict;
  passage?: typeof seaPassage;
  relevance?: number;
  noAnswer?: number;
}

export const capitalHop: Hop = {
  query: "Which country has Tallinn as its capital?",
  answer: "Estonia",
  verdict: "completed",
  passage: capitalPassage,
};
export const seaHop: Hop = {
  query: "Which sea borders Estonia?",
  answer: "Baltic Sea",
  verdict: "completed",
  passage: seaPassage,
};

export function runOfHops(hops: readonly Hop[], short: string, asked = hopsQuestion): FakeLog {
  const log = new FakeLog();
  log.start(asked);
  for (const [index, hop] of hops.entries()) {
    const { query, answer, verdict, passage, relevance = 0.9, noAnswer = 0.05 } = hop;
    const node = `node-${index + 1}`;
    log.add({
      type: "branch-start",
      branch: `branch-${index + 1}`,
      parent: index === 0 ? null : `node-${index}`,
      cause: index === 0 ? "plan" : "complete",
      call: null,
      nodes: [{ id: node, query, answer: null }],
      finalContent: null,
    });
    log.add({ type: "node-start", node });
    if (passage !== undefined) {
      const { id } = passage;
      log.add({
        type: "retrieval",
        node,
        search: query,
        mode: "hybrid",
        passages: [passage],
        bytesSent: 0,
        totalMs: 1,
      });
      log.add({
        type: "reading",
        stage: "solve",
        node,
        by: "encoder",
        use: "read",
        question: query,
        readings: [
          {
            passageId: id,
            kind: answer === null ? "none" : "span",
            span: answer ?? "",
            confidence: 0.9,
            noAnswer,
            relevance,
          },
        ],
        kept: [id],
        tokens: 20,
        totalMs: 1,
      });
    }
    log.add({
      type: "verdict",
      node,
      verdict,
      span: answer ?? "",
      confidence: 0.9,
      threshold: 0.5,
      passageId: answer === null ? null : (passage?.id ?? null),
      duplicateOf: null,
    });
  }
  log.add({ type: "answer", call: null, text: short, short, citations: [], path: [] });
  return log;
}
