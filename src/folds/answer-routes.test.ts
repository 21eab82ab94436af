import { describe, expect, it } from "vitest";
import type { RunEvent, Verdict } from "../log/events.ts";
import type { BranchCause, RunSettings } from "../log/types.ts";
import type { EventBody } from "../runtime/context.ts";
import { fakeRun } from "../testing/fake-run.ts";
import {
  type AnswerRoute,
  answerRoutes,
  foldAnswerRoutes,
  retrievalBound,
  routePrecision,
} from "./answer-routes.ts";

/** RA-ISF's Tables 1, 6 and 7 (GPT-3.5): EM, questions, WR and Corr per exit. */
const printed = {
  NQ: {
    em: 40.2,
    n: 7830,
    exits: [
      [65.8, 2018],
      [21.5, 705],
      [12.7, 425],
    ],
  },
  TriviaQA: {
    em: 76.1,
    n: 17210,
    exits: [
      [71.1, 9586],
      [16.5, 1809],
      [12.4, 1702],
    ],
  },
  HotpotQA: {
    em: 46.5,
    n: 7405,
    exits: [
      [24.3, 761],
      [32.8, 1098],
      [42.9, 1584],
    ],
  },
  StrategyQA: {
    em: 75.9,
    n: 1780,
    exits: [
      [52.1, 732],
      [24.7, 337],
      [23.2, 282],
    ],
  },
  "2WikiMultihopQA": {
    em: 36.1,
    n: 2935,
    exits: [
      [31.5, 308],
      [38.3, 373],
      [30.2, 379],
    ],
  },
} as const;

const knownRight = {
  NQ: 39.2,
  TriviaQA: 78.3,
  HotpotQA: 42.3,
  StrategyQA: 78.9,
  "2WikiMultihopQA": 33.3,
};

function runsOf({ n, exits: columns }: (typeof printed)[keyof typeof printed]) {
  return columns.flatMap(([rate, correct], index) => {
    const exit: AnswerRoute = answerRoutes[index] ?? "unknown";
    const left = Math.round((rate / 100) * n);
    return Array.from({ length: left }, (_, run) => ({ exit, right: run < correct ? 1 : 0 }));
  });
}

describe("routePrecision", () => {
  it.each(Object.entries(printed))("gives Table 1 from Table 7: %s", (_name, column) => {
    const rows = routePrecision(runsOf(column));
    const em = rows.reduce((sum, { workload, precision }) => sum + workload * (precision ?? 0), 0);
    expect((100 * em).toFixed(1)).toBe(column.em.toFixed(1));
    expect(rows.map(({ right }) => right)).toEqual([
      ...column.exits.map(([, right]) => right),
      0,
      0,
    ]);
    expect(rows.map(({ workload }) => Number((100 * workload).toFixed(1)))).toEqual([
      ...column.exits.map(([rate]) => rate),
      0,
      0,
    ]);
  });

  it.each(Object.entries(knownRight))("“known” is not right: %s", (name, share) => {
    const column = printed[name as keyof typeof printed];
    const [known] = routePrecision(runsOf(column));
    // The printed rates are rounded.
    expect(Math.abs(100 * (known?.precision ?? 0) - share)).toBeLessThan(0.1);
  });

  it("tells nothing of an exit that none took", () => {
    const rows = routePrecision([{ exit: "unknown", right: 0 }]);
    expect(rows.map(({ precision }) => precision)).toEqual([null, null, null, null, 0]);
    expect(routePrecision([]).every(({ workload }) => workload === 0)).toBe(true);
  });
});

it("bounds the retrievals as §5.5 does", () => {
  expect(retrievalBound(3, 3)).toBe(1 + 3 + 9 + 27);
  expect(retrievalBound(1, 3)).toBe(4);
  expect(retrievalBound(5, 0)).toBe(1);
});

describe("foldExits", () => {
  const log = (plan: RunSettings["plan"], bodies: readonly EventBody[]): RunEvent[] => {
    const [start] = fakeRun();
    if (start?.type !== "run-start") throw new Error("the fake run has no start");
    const begun = { ...start, settings: { ...start.settings, plan } };
    return [begun, ...bodies].map((body, seq) => ({ ...body, seq, atMs: seq }) as RunEvent);
  };
  const branch = (
    cause: BranchCause,
    parent: string | null,
    nodes: string[],
    call: string | null = "call",
  ): EventBody => ({
    type: "branch-start",
    branch: `b-${nodes.join()}`,
    parent,
    cause,
    fan: cause === "decompose" || cause === "claims",
    call,
    nodes: nodes.map((id) => ({ id, query: `${id}?`, answer: null })),
    finalContent: null,
  });
  const searched = (node: string): EventBody => ({
    type: "retrieval",
    node,
    search: "",
    mode: "dense",
    passages: [],
    bytesSent: 0,
    totalMs: 0,
  });
  const gated = (node: string, known: boolean): EventBody => ({
    type: "gate",
    stage: "plan",
    node,
    kind: "self-knowledge",
    by: "model",
    call: null,
    question: "",
    answer: "",
    score: null,
    threshold: 0.5,
    known,
    totalMs: 0,
  });
  const left = (node: string, verdict: Verdict): EventBody => ({
    type: "verdict",
    node,
    verdict,
    span: "",
    confidence: null,
    threshold: 0.5,
    passageId: null,
    duplicateOf: null,
  });

  it("counts retrievals, parts and levels, and names every exit", () => {
    const folded = foldAnswerRoutes(
      log("off", [
        branch("plan", null, ["q"], null),
        searched("q"),
        branch("decompose", "q", ["a", "b"]),
        gated("a", true),
        left("a", "known"),
        searched("b"),
        branch("decompose", "b", ["c", "d", "e"]),
        searched("c"),
        left("c", "answered"),
        left("d", "unknown"),
        gated("e", false),
        left("e", "known"),
        left("b", "combined"),
        left("q", "combined"),
      ]),
    );
    expect(folded).toMatchObject({
      exit: "decomposition",
      retrievals: 3,
      subQuestions: 5,
      levels: 2,
    });
    expect(folded.questions.map(({ node, level, exit }) => [node, level, exit])).toEqual([
      ["q", 0, "decomposition"],
      ["a", 1, "self-knowledge"],
      ["b", 1, "decomposition"],
      ["c", 2, "passages"],
      ["d", 2, "unknown"],
      ["e", 2, "memory"],
    ]);
  });

  it("has no exit while a run goes on, and takes searches for claims for no questions", () => {
    const folded = foldAnswerRoutes(
      log("off", [branch("plan", null, ["q"]), branch("claims", "q", ["x", "y"]), searched("x")]),
    );
    expect(folded).toMatchObject({ exit: null, retrievals: 1, subQuestions: 0, levels: 0 });
    expect(foldAnswerRoutes([]).exit).toBeNull();
  });

  it.each([[["h1", "h2"]], [["h1"]]])("takes the hops of a chain for no questions: %s", (hops) => {
    const chain = [branch("plan", null, hops), searched("h1"), left("h1", "completed")];
    const folded = foldAnswerRoutes(log("small", chain));
    expect(folded).toMatchObject({ exit: null, questions: [], retrievals: 1 });
  });

  it("tells the exit of a question before its plan only where the gate knew it", () => {
    const asked = (known: boolean) => [branch("plan", null, ["q"], null), gated("q", known)];
    const known = foldAnswerRoutes(log("small", [...asked(true), left("q", "known")]));
    expect(known).toMatchObject({ exit: "self-knowledge", levels: 0 });
    const planned = [
      ...asked(false),
      left("q", "unknown"),
      branch("plan", null, ["h1"]),
      left("h1", "completed"),
    ];
    expect(foldAnswerRoutes(log("small", planned))).toMatchObject({ exit: null, questions: [] });
  });

  it("counts the parts of a hop, whose exits are not that of the run", () => {
    const folded = foldAnswerRoutes(
      log("small", [
        branch("plan", null, ["h1"]),
        branch("decompose", "h1", ["a", "b"]),
        left("a", "answered"),
        left("b", "unknown"),
        left("h1", "completed"),
      ]),
    );
    expect(folded).toMatchObject({ exit: null, subQuestions: 2, levels: 1 });
  });

  it("takes passages that are read side by side for no parts", () => {
    const folded = foldAnswerRoutes(
      log("off", [
        branch("plan", null, ["q"], null),
        searched("q"),
        branch("decompose", "q", ["p1", "p2"], null),
        left("p1", "answered"),
        left("p2", "unknown"),
        left("q", "combined"),
      ]),
    );
    expect(folded).toMatchObject({ exit: "passages", retrievals: 1, subQuestions: 0, levels: 0 });
  });

  it("has no exit for what a chain of thoughts put together", () => {
    const thoughts = [
      branch("plan", null, ["q"], null),
      branch("follow", "q", ["t"]),
      left("t", "answered"),
      left("q", "combined"),
    ];
    expect(foldAnswerRoutes(log("off", thoughts))).toMatchObject({ exit: null, subQuestions: 0 });
  });
});
