import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { maxChainNodes } from "../../stages/parse/chain.ts";
import { fakeModel, fakeSettings } from "../../testing/fakes.ts";
import { ask, completing, ofType, replying, verdicts } from "../../testing/methods/fake-runs.ts";
import { coopLlm } from "./index.ts";

describe("CoopLLM on SearChain", () => {
  it("completes unsolved queries one by one and cites the steps", async () => {
    const events = await ask(fakeModel("small", completing()));
    expect(verdicts(events)).toEqual(["completed", "completed"]);
    const trace = foldTrace(events);
    expect(trace.outcome).toBe("answered");
    expect(trace.branches.map((b) => [b.cause, b.parent])).toEqual([
      ["plan", null],
      ["complete", "node-1"],
      ["complete", "node-2"],
    ]);
    expect(trace.answer?.short).toBe("Danube");
    expect(trace.answer?.path.map((step) => step.answer)).toEqual(["Vienna", "Danube"]);
    expect(trace.answer?.citations.map((c) => c.passageId)).toEqual(["at", "vienna"]);
  });

  it("verifies an answer that the span agrees with, and goes on without a new branch", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "What is the capital of Austria?\nA1: Vienna\nQ2: Which river runs through Vienna?\nA2: Danube",
          read: ["Vienna", "Danube"],
          summarise: "Danube",
        }),
      ),
    );
    expect(verdicts(events)).toEqual(["verified", "verified"]);
    expect(ofType(events, "branch-start")).toHaveLength(1);
  });

  it("corrects a wrong answer: the rest of the branch is left behind", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "What is the capital of Austria?\nA1: Graz\nQ2: Which river runs through Graz?\nA2: Mur",
          read: ["Vienna", "Danube"],
          continue: ["Q2: Which river runs through Vienna?\nA2: Danube"],
          summarise: "Danube",
        }),
      ),
    );
    expect(verdicts(events)).toEqual(["corrected", "verified"]);
    const nodes = [...foldTrace(events).nodes.values()];
    expect(nodes.map((n) => [n.id, n.answer, n.abandoned])).toEqual([
      ["node-1", "Vienna", false],
      ["node-2", "Mur", true],
      ["node-3", "Danube", false],
    ]);
  });

  it("keeps the model's answer when the reader is not sure (f ≤ θ)", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "What is the capital of Austria?\nA1: Graz",
          read: { text: "Vienna", logprob: -3 },
          summarise: "Graz",
        }),
      ),
    );
    expect(verdicts(events)).toEqual(["accepted"]);
  });

  it("completes an unsolved query whatever f is", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "What is the capital of Austria?",
          read: { text: "Vienna", logprob: -9 },
        }),
      ),
    );
    expect(verdicts(events)[0]).toBe("completed");
  });

  it("stops after r_max rounds of feedback", async () => {
    let count = 0;
    const planner = fakeModel("large", ({ purpose }) =>
      purpose === "read" ? "Vienna" : `[Query 1]: What is fact ${count++}?\n[Answer 1]: Graz`,
    );
    const allLarge = { plan: "large", solve: "large", summarise: "large" } as const;
    const events = await ask(
      fakeModel("small", completing()),
      { ...allLarge, maxRounds: 3 },
      planner,
    );
    expect(ofType(events, "branch-start").map((b) => b.call !== null)).toEqual([true, true, true]);
    expect(foldTrace(events).outcome).toBe("answered");
  });
});

describe("the traps of the released code", () => {
  const emptySpan = replying({
    plan: "What is the capital of Austria?\nA1: Graz",
    read: "",
    summarise: "Graz",
  });

  it("does not verify by an empty span; printed, it would", async () => {
    const reader = fakeModel("small", (request) => {
      const reply = emptySpan(request);
      return request.purpose === "read" ? { text: "none", logprob: -0.1 } : reply;
    });
    const guarded = await ask(reader);
    expect(verdicts(guarded)).toEqual(["accepted"]);
    expect(ofType(guarded, "deviation").map((e) => e.switch)).toEqual(["emptySpanGuard"]);
    const printed = await ask(reader, {
      switches: { ...fakeSettings.switches, emptySpanGuard: false },
    });
    expect(verdicts(printed)).toEqual(["verified"]);
  });

  it("does not complete an unsolved node with an empty answer; printed, it would", async () => {
    const reader = fakeModel("small", replying({ plan: "What is it?", read: "none" }));
    expect(verdicts(await ask(reader))).toEqual(["unsolved"]);
    const printed = await ask(reader, {
      switches: { ...fakeSettings.switches, emptySpanGuard: false },
      maxRounds: 1,
    });
    expect(verdicts(printed)[0]).toBe("completed");
  });

  it("takes no value of another kind than was asked for; printed, it would", async () => {
    const plan = "What is the population of Austria?";
    const read = "704 km, Poland 699 km";
    const reader = fakeModel("small", replying({ plan, read }));
    const unguarded = { ...fakeSettings.switches, emptySpanGuard: false };
    expect(verdicts(await ask(reader))).toEqual(["unsolved"]);
    const printed = await ask(reader, { switches: unguarded, maxRounds: 1 });
    expect(verdicts(printed)[0]).toBe("completed");
  });

  it("stops when the model repeats the query it was just told; printed, only the chain's length does", async () => {
    const parrot = fakeModel(
      "small",
      replying({ plan: "What is X?", read: "Vienna", continue: "Q2: What is X?" }),
    );
    const stopped = await ask(parrot);
    expect(ofType(stopped, "branch-start")).toHaveLength(2);
    expect(ofType(stopped, "deviation").map((e) => e.switch)).toContain("repeatStop");
    const printed = await ask(parrot, {
      switches: { ...fakeSettings.switches, repeatStop: false },
    });
    expect(ofType(printed, "branch-start")).toHaveLength(maxChainNodes + 1);
  });

  it("walks each query once; with S left empty, as printed, the chain is walked anew", async () => {
    const chain = fakeModel("small", completing());
    const filled = await ask(chain);
    expect(ofType(filled, "node-start").map((e) => e.node)).toEqual(["node-1", "node-2"]);
    const empty = await ask(fakeModel("small", completing()), {
      switches: { ...fakeSettings.switches, fillProcessedQueries: false, repeatStop: false },
      maxRounds: 3,
    });
    expect(
      ofType(empty, "node-start")
        .map((e) => e.node)
        .slice(0, 3),
    ).toEqual(["node-1", "node-2", "node-1"]);
  });

  it("skips a duplicate, but never an unsolved one", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "What is the capital of Austria?\nA1: Vienna\nQ2: What is the capital of austria\nA2: Vienna",
          read: "Vienna",
          summarise: "Vienna",
        }),
      ),
    );
    expect(verdicts(events)).toEqual(["verified", "skipped"]);
    expect(foldTrace(events).answer?.path).toHaveLength(1);
  });
});

describe("who does what", () => {
  const large = () =>
    fakeModel(
      "large",
      replying({
        plan: "[Query 1]: What is the capital of Austria?\n[Answer 1]: Vienna\n[Unsolved Query]: Which river runs through Vienna?\n[Final Content]: ?",
        summarise: "Answer: Danube\nVienna [1] lies on the Danube [2].",
      }),
    );
  const solver = () =>
    fakeModel(
      "small",
      replying({
        read: ["Vienna", "Danube"],
        continue: "Final: Danube",
        decide: { text: "no", yes: 0.2 },
      }),
    );

  it("sends plan and summary to the large model and keeps solving on the device", async () => {
    const remote = large();
    const events = await ask(solver(), { plan: "large", summarise: "large" }, remote);
    expect(remote.requests.map((r) => r.purpose)).toEqual(["plan", "summarise"]);
    const trace = foldTrace(events);
    expect(trace.stageTiers).toEqual({ plan: "large", solve: "small", summarise: "large" });
    expect(trace.answer?.citations.map((c) => c.mark)).toEqual([1, 2]);
    const ledger = foldLedger(events);
    expect(ledger.total.largeCalls).toBe(2);
    expect(ledger.byStage.solve.usd).toBe(0);
  });

  it("asks the small model at most twice whether it can go alone", async () => {
    const events = await ask(solver(), { plan: "decide", summarise: "decide" }, large());
    expect(ofType(events, "decision").map((e) => [e.stage, e.chosen])).toEqual([
      ["plan", "large"],
      ["summarise", "large"],
    ]);
    const alone = await ask(
      fakeModel("small", replying({ decide: { text: "yes", yes: 0.9 }, plan: "What?", read: "x" })),
      { plan: "decide", summarise: "decide" },
      large(),
    );
    expect(foldLedger(alone).total.largeCalls).toBe(0);
  });

  it("fails with a way on when a large stage has no large model", async () => {
    const events = await ask(solver(), { plan: "large" });
    expect(events.at(-1)).toMatchObject({
      type: "run-end",
      outcome: "failed",
      error: { code: "remote-not-configured" },
    });
  });

  it("offers the paper's presets, and ours", () => {
    expect(
      coopLlm.presets.map((p) => [p.settings.plan, p.settings.solve, p.settings.summarise]),
    ).toEqual([
      ["decide", "small", "decide"],
      ["large", "small", "large"],
      ["decide", "small", "decide"],
      ["large", "large", "large"],
      ["small", "small", "small"],
      ["small", "small", "small"],
    ]);
    expect(coopLlm.presets.filter(({ settings }) => settings.worth !== undefined)).toHaveLength(1);
  });

  it.each([
    ["vanilla", { rewrite: 0, digest: 0 }, 1],
    ["keyword", { rewrite: 2, digest: 0 }, 1],
    ["top3", { rewrite: 0, digest: 0 }, 2],
    ["history", { rewrite: 0, digest: 0 }, 1],
    ["soft-prompt", { rewrite: 0, digest: 1 }, 1],
    ["all", { rewrite: 2, digest: 1 }, 2],
  ] as const)("rewrites with %s", async (rewriter, calls, passages) => {
    const script = completing();
    const small = fakeModel("small", (request) =>
      request.purpose === "rewrite"
        ? "capital Austria Vienna river"
        : request.purpose === "digest"
          ? "so far"
          : script(request),
    );
    const events = await ask(small, { rewriter });
    const count = (purpose: string) => small.requests.filter((r) => r.purpose === purpose).length;
    expect({ rewrite: count("rewrite"), digest: count("digest") }).toEqual(calls);
    expect(ofType(events, "retrieval")[0]?.passages).toHaveLength(passages);
    const secondRead = small.requests.filter((r) => r.purpose === "read")[1];
    const remembers = JSON.stringify(secondRead?.messages.at(-1)).includes(
      "What is the capital of Austria? Vienna",
    );
    expect(remembers).toBe(rewriter === "history" || rewriter === "all");
  });
});
