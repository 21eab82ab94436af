/** A made-up log, true to size. */

import type { RunEvent, RunEventOf } from "../log/events.ts";
import { FakeLog, fakeLarge, fakePassage, fakeSmall } from "./fake-log.ts";

type ChainNode = RunEventOf<"branch-start">["nodes"][number];

const words =
  "the country lies between two seas and its area is 45,228 sq km in all with 1,520 islands along a coast of 3,794 km";

function text(length: number): string {
  const all = words.split(" ");
  return Array.from({ length }, (_, index) => all[index % all.length]).join(" ");
}

const passageText = text(100);
const nodesPerBranch = 5;
const walkedPerBranch = 3;

export function generatedLog(count: number): RunEvent[] {
  const log = new FakeLog();
  log.start("Which sea borders the country whose capital is Tallinn, and so on for very long?");
  log.add({ type: "stage-start", stage: "plan", tier: "large" });
  let parent = growBranch(log, 0, null, Math.min(nodesPerBranch, count));
  log.add({ type: "stage-end", stage: "plan" });
  log.add({ type: "stage-start", stage: "solve", tier: "small" });
  for (let made = nodesPerBranch; made < count; made += nodesPerBranch) {
    parent = growBranch(log, made, parent, Math.min(nodesPerBranch, count - made));
  }
  log.add({ type: "stage-end", stage: "solve" });
  return log.events;
}

function growBranch(log: FakeLog, made: number, parent: string | null, size: number): string {
  const nodes: ChainNode[] = Array.from({ length: size }, (_, index) => ({
    id: `n${made + index}`,
    query: `Which sea borders the country of step ${made + index}?`,
    answer: `Sea of ${made + index}`,
  }));
  const call = log.call({
    stage: "plan",
    purpose: parent === null ? "plan" : "continue",
    ...(parent === null ? {} : { node: parent }),
    model: fakeLarge,
    prompt: text(250),
    output: nodes.map(({ query, answer }) => `[Query]: ${query} [Answer]: ${answer}`).join(" "),
    usage: { promptTokens: 340, cachedTokens: 250, generatedTokens: 90 },
    totalMs: 1400,
  });
  const cause = parent === null ? "plan" : "correct";
  const branch = { branch: `b${made}`, parent, cause, call, nodes, finalContent: null } as const;
  log.add({ type: "branch-start", ...branch });
  const walked = nodes.slice(0, walkedPerBranch);
  for (const [index, node] of walked.entries()) walk(log, node, index === walked.length - 1);
  return walked.at(-1)?.id ?? "n0";
}

function walk(log: FakeLog, { id: node, query }: ChainNode, corrected: boolean): void {
  const passage = fakePassage(`p-${node}`, "Estonia: location and borders", passageText, 0.03, 1);
  log.add({ type: "node-start", node });
  log.add({ type: "query-rewrite", node, rewriter: "vanilla", search: query });
  log.add({
    type: "retrieval",
    node,
    search: query,
    mode: "hybrid",
    passages: [passage],
    bytesSent: 0,
    totalMs: 20,
  });
  log.call({
    stage: "solve",
    purpose: "read",
    node,
    model: fakeSmall,
    prompt: `${passageText}\n\nQuestion: ${query}`,
    output: "the Baltic Sea between two seas",
    usage: { promptTokens: 150, cachedTokens: 0, generatedTokens: 6 },
    totalMs: 1200,
  });
  log.add({
    type: "verdict",
    node,
    verdict: corrected ? "corrected" : "verified",
    span: "the Baltic Sea",
    confidence: 0.8,
    threshold: 0.5,
    passageId: passage.id,
    duplicateOf: null,
  });
}
