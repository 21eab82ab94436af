/** FAKE: step by step; see `fake-log.ts`. */
import type { RunEvent, Verdict } from "../log/events.ts";
import type { ScoredPassage, Usage } from "../log/types.ts";
import { FakeLog, fakeLarge, fakePassage, fakeQuestion, fakeSmall } from "./fake-log.ts";

const usage = (prompt: number, cached: number | null, generated: number): Usage => ({
  promptTokens: prompt,
  cachedTokens: cached,
  generatedTokens: generated,
});

const mauritania = fakePassage(
  "mauritania-government",
  "Mauritania: Government",
  "Mauritania's capital is Nouakchott. Mauritania became independent on 28 November 1960, from France. Its government is a presidential republic with fifteen regions, and its legal system mixes Islamic and French civil law.",
  0.0328,
  1,
);
const mali = fakePassage(
  "mali-government",
  "Mali: Government",
  "Mali's capital is Bamako. Mali became independent on 22 September 1960, from France. Its regions are governed from Bamako.",
  0.0161,
  2,
);
const ouguiya = fakePassage(
  "mauritania-economy",
  "Mauritania: Economy",
  "The currency of Mauritania is the ouguiya (MRU). Exchange rates in ouguiyas per US dollar were 36.6 in 2023. Iron ore, fish and gold are its main exports.",
  0.0325,
  1,
);
const senegal = fakePassage(
  "senegal-economy",
  "Senegal: Economy",
  "The currency of Senegal is the Communaute Financiere Africaine franc (XOF).",
  0.0159,
  3,
);

interface FakeHop {
  node: string;
  query: string;
  passages: ScoredPassage[];
  verdict: Verdict;
  span: string;
  confidence: number;
  passageId: string | null;
}

function walk(log: FakeLog, hop: FakeHop): void {
  log.add({ type: "node-start", node: hop.node });
  log.add({ type: "query-rewrite", node: hop.node, rewriter: "vanilla", search: hop.query });
  log.add(
    {
      type: "retrieval",
      node: hop.node,
      search: hop.query,
      mode: "hybrid",
      passages: hop.passages,
      bytesSent: 0,
      totalMs: 14,
    },
    14,
  );
  log.call({
    stage: "solve",
    purpose: "read",
    node: hop.node,
    model: fakeSmall,
    prompt: `Text: ${hop.passages[0]?.text ?? ""}\nQuestion: ${hop.query}`,
    output: hop.span === "" ? "none" : hop.span,
    usage: usage(212, 38, 4),
    totalMs: 640,
  });
  log.add({
    type: "verdict",
    node: hop.node,
    verdict: hop.verdict,
    span: hop.span,
    confidence: hop.confidence,
    threshold: 0.5,
    passageId: hop.passageId,
    duplicateOf: null,
  });
}

function plan(log: FakeLog): void {
  const asked = log.call({
    stage: "plan",
    purpose: "decide",
    model: fakeSmall,
    prompt: `Can you break this question into simple search queries without help?\nQuestion: ${fakeQuestion}`,
    output: "no",
    usage: usage(61, 24, 1),
    totalMs: 180,
  });
  log.add({
    type: "decision",
    stage: "plan",
    call: asked,
    aloneProbability: 0.31,
    threshold: 0.5,
    chosen: "large",
  });
  log.add({ type: "stage-start", stage: "plan", tier: "large" });
  const call = log.call({
    stage: "plan",
    purpose: "plan",
    model: fakeLarge,
    prompt: fakeQuestion,
    output:
      "[Query 1]: Which country has Nouakchott as its capital? [Answer 1]: Mali [Query 2]: What is the currency of Mali? [Answer 2]: CFA franc [Query 3]: When did Mali become independent? [Answer 3]: 1960",
    usage: usage(412, 256, 88),
    totalMs: 1430,
  });
  log.add({
    type: "branch-start",
    branch: "b1",
    parent: null,
    cause: "plan",
    call,
    nodes: [
      { id: "n1", query: "Which country has Nouakchott as its capital?", answer: "Mali" },
      { id: "n2", query: "What is the currency of Mali?", answer: "CFA franc" },
      { id: "n3", query: "When did Mali become independent?", answer: "1960" },
    ],
    finalContent: null,
  });
  log.add({ type: "stage-end", stage: "plan" });
}

function correct(log: FakeLog): void {
  walk(log, {
    node: "n1",
    query: "Which country has Nouakchott as its capital?",
    passages: [mauritania, mali],
    verdict: "corrected",
    span: "Mauritania",
    confidence: 0.94,
    passageId: mauritania.id,
  });
  const call = log.call({
    stage: "plan",
    purpose: "continue",
    node: "n1",
    model: fakeSmall,
    prompt: "According to the Reference, the answer should be Mauritania. Go on.",
    output: "[Unsolved Query]: What is the currency of Mauritania?",
    usage: usage(188, 120, 17),
    totalMs: 910,
  });
  log.add({
    type: "parse-failure",
    call,
    expected: "chain",
    resolution: "repaired",
    detail: "the closing [Final Content] is missing",
  });
  log.add({
    type: "branch-start",
    branch: "b2",
    parent: "n1",
    cause: "correct",
    call,
    nodes: [{ id: "n4", query: "What is the currency of Mauritania?", answer: null }],
    finalContent: null,
  });
}

function complete(log: FakeLog): void {
  walk(log, {
    node: "n4",
    query: "What is the currency of Mauritania?",
    passages: [ouguiya, senegal, mauritania],
    verdict: "completed",
    span: "ouguiya",
    confidence: 0.91,
    passageId: ouguiya.id,
  });
  const call = log.call({
    stage: "plan",
    purpose: "continue",
    node: "n4",
    model: fakeSmall,
    prompt: "According to the Reference, the answer should be ouguiya. Go on.",
    output: "[Query 3]: When did Mauritania become independent? [Answer 3]: 28 November 1960",
    usage: usage(214, 120, 24),
    totalMs: 1020,
  });
  log.add({
    type: "branch-start",
    branch: "b3",
    parent: "n4",
    cause: "complete",
    call,
    nodes: [
      { id: "n5", query: "When did Mauritania become independent?", answer: "28 November 1960" },
      { id: "n6", query: "Which country has Nouakchott as its capital?", answer: "Mauritania" },
      {
        id: "n7",
        query: "From which country did Mauritania become independent?",
        answer: "France",
      },
      { id: "n8", query: "What did the ouguiya replace?", answer: null },
    ],
    finalContent: null,
  });
}

function finishChain(log: FakeLog): void {
  walk(log, {
    node: "n5",
    query: "When did Mauritania become independent?",
    passages: [mauritania, mali],
    verdict: "verified",
    span: "28 November 1960",
    confidence: 0.97,
    passageId: mauritania.id,
  });
  log.add({
    type: "verdict",
    node: "n6",
    verdict: "skipped",
    span: "",
    confidence: null,
    threshold: 0.5,
    passageId: null,
    duplicateOf: "n1",
  });
  walk(log, {
    node: "n7",
    query: "From which country did Mauritania become independent?",
    passages: [mauritania],
    verdict: "accepted",
    span: "France",
    confidence: 0.41,
    passageId: mauritania.id,
  });
  walk(log, {
    node: "n8",
    query: "What did the ouguiya replace?",
    passages: [ouguiya],
    verdict: "unsolved",
    span: "",
    confidence: 0.12,
    passageId: null,
  });
  log.add({ type: "deviation", switch: "emptySpanGuard", node: "n8" });
  log.add({ type: "stage-end", stage: "solve" });
}

function summarise(log: FakeLog): void {
  const asked = log.call({
    stage: "summarise",
    purpose: "decide",
    model: fakeSmall,
    prompt: "Can you answer this question from these facts without help?",
    output: "yes",
    usage: usage(96, 24, 1),
    totalMs: 190,
  });
  log.add({
    type: "decision",
    stage: "summarise",
    call: asked,
    aloneProbability: 0.72,
    threshold: 0.5,
    chosen: "small",
  });
  log.add({ type: "stage-start", stage: "summarise", tier: "small" });
  const call = log.call({
    stage: "summarise",
    purpose: "summarise",
    model: fakeSmall,
    prompt: "Answer the question from the facts in a few words.",
    output: "The ouguiya; independent since 28 November 1960",
    usage: usage(148, 20, 15),
    totalMs: 720,
  });
  log.add({
    type: "answer",
    call,
    text: "The ouguiya; independent since 28 November 1960. Nouakchott is the capital of Mauritania [1], whose currency is the ouguiya [2]. Mauritania became independent on 28 November 1960 [3].",
    short: "The ouguiya; independent since 28 November 1960",
    citations: [
      { mark: 1, node: "n1", passageId: mauritania.id },
      { mark: 2, node: "n4", passageId: ouguiya.id },
      { mark: 3, node: "n5", passageId: mauritania.id },
    ],
    path: [
      { node: "n1", query: "Which country has Nouakchott as its capital?", answer: "Mauritania" },
      { node: "n4", query: "What is the currency of Mauritania?", answer: "ouguiya" },
      { node: "n5", query: "When did Mauritania become independent?", answer: "28 November 1960" },
    ],
  });
  log.add({ type: "stage-end", stage: "summarise" });
  log.add({ type: "run-end", outcome: "answered", error: null });
}

export function fakeRun(): RunEvent[] {
  const log = new FakeLog();
  log.start(fakeQuestion);
  plan(log);
  log.add({ type: "stage-start", stage: "solve", tier: "small" });
  correct(log);
  complete(log);
  finishChain(log);
  summarise(log);
  return log.events;
}

export function fakeRunUntil(type: RunEvent["type"], nth = 1): RunEvent[] {
  const events = fakeRun();
  let seen = 0;
  const end = events.findIndex((event) => {
    if (event.type === type) seen += 1;
    return seen === nth;
  });
  return events.slice(0, end + 1);
}

export function fakeFailedRun(): RunEvent[] {
  const log = new FakeLog();
  for (const event of fakeRunUntil("call-delta", 12)) log.events.push(event);
  const call = [...log.events].reverse().find((event) => event.type === "call-start");
  if (call?.type !== "call-start") throw new Error("the fake run has no call");
  const error = {
    code: "remote-quota-exhausted" as const,
    retryable: false,
    params: { url: "https://models.example/v1/chat/completions" },
  };
  log.add({
    type: "call-error",
    call: call.call,
    error,
    usage: { promptTokens: null, cachedTokens: null, generatedTokens: null },
    cost: { usd: null, basis: "billed" },
    bytesSent: 1043,
    totalMs: 820,
  });
  log.add({ type: "run-end", outcome: "failed", error });
  return log.events;
}

export function fakeLargeTree(hops: number): RunEvent[] {
  const log = new FakeLog();
  log.start("A very long question, made only to grow a large tree?", null);
  log.add({ type: "stage-start", stage: "plan", tier: "small" });
  log.add({ type: "stage-end", stage: "plan" });
  log.add({ type: "stage-start", stage: "solve", tier: "small" });
  let parent: string | null = null;
  for (let made = 0, branch = 0; made < hops; branch += 1) {
    const size = Math.min(4 + (branch % 3), hops - made);
    const ids = Array.from({ length: size }, (_, index) => `t${made + index}`);
    log.add({
      type: "branch-start",
      branch: `tb${branch}`,
      parent,
      cause: parent === null ? "plan" : "correct",
      call: null,
      nodes: ids.map((id) => ({
        id,
        query: `Which of the things that step ${id} asks about came first?`,
        answer: `Answer ${id}`,
      })),
      finalContent: null,
    });
    const walked = ids.slice(0, Math.max(1, Math.min(size, 1 + (branch % 2))));
    for (const id of walked) {
      const last = id === walked.at(-1);
      walk(log, {
        node: id,
        query: `Which of the things that step ${id} asks about came first?`,
        passages: [mauritania],
        verdict: last ? "corrected" : "verified",
        span: last ? "Another answer" : `Answer ${id}`,
        confidence: 0.9,
        passageId: mauritania.id,
      });
    }
    parent = walked.at(-1) ?? null;
    made += size;
  }
  return log.events;
}
