import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import { openLog } from "../../log/file.ts";
import { maxChainNodes } from "../../stages/parse/chain.ts";
import { type FakeScript, fakeModel, fakeSettings } from "../../testing/fakes.ts";
import { ask, ofType, question, replying, verdicts } from "../../testing/methods/fake-runs.ts";

const skilled = (script: FakeScript) => fakeModel("small", script, { skills: true });
const system = (request: { messages: readonly { content: string }[] }) =>
  request.messages[0]?.content;
const plans = "Break the question into search queries, one at a time.";
const corrects = "Correct the chain of search queries.";

describe("a chain of a model with the skills", () => {
  const completing = () =>
    replying({
      plan: "U1: What is the capital of Austria?",
      read: ["Vienna", "Danube"],
      continue: ["U2: Which river runs through Vienna?", "Final: Danube [2]"],
      summarise: " Danube",
    });

  it("is written one step a call, and goes on where its answers were filled in", async () => {
    const small = skilled(completing());
    const events = await ask(small);
    expect(verdicts(events)).toEqual(["completed", "completed"]);
    expect(ofType(events, "parse-failure")).toEqual([]);
    const chain = small.requests.filter(({ purpose }) => purpose !== "read");
    expect(chain.map(system)).toEqual([plans, plans, plans, plans]);
    expect(chain.map(({ assistantPrefix }) => assistantPrefix)).toEqual([
      "",
      "U1: What is the capital of Austria?\nA1: Vienna\n",
      "U1: What is the capital of Austria?\nA1: Vienna\nU2: Which river runs through Vienna?\nA2: Danube\n",
      "U1: What is the capital of Austria?\nA1: Vienna\nU2: Which river runs through Vienna?\nA2: Danube\nFinal:",
    ]);
    expect(chain.at(-1)?.messages).toHaveLength(2);
  });

  it("marks its answer with the steps that its end names, and cites the whole way there", async () => {
    const { answer } = foldTrace(await ask(skilled(completing())));
    expect(answer?.text).toBe(
      "Danube [2]. The capital of Austria is Vienna [1]; Danube runs through Vienna [2].",
    );
    expect(answer?.citations).toEqual([
      { mark: 1, node: "node-1", passageId: "at" },
      { mark: 2, node: "node-2", passageId: "vienna" },
    ]);
  });

  it("has the answers that it knows verified, and is asked for the next step without a round", async () => {
    const small = skilled(
      replying({
        plan: "Q1: What is the capital of Austria?\nA1: Vienna",
        read: ["Vienna", "Danube"],
        continue: ["U2: Which river runs through Vienna?", "Final: Danube [1][2]"],
        summarise: "Danube",
      }),
    );
    const events = await ask(small, { maxRounds: 2 });
    expect(verdicts(events)).toEqual(["verified", "completed"]);
    expect(ofType(events, "branch-start").map(({ cause, parent }) => [cause, parent])).toEqual([
      ["plan", null],
      ["plan", "node-1"],
      ["complete", "node-2"],
    ]);
    expect(foldTrace(events).answer?.path.map(({ answer }) => answer)).toEqual([
      "Vienna",
      "Danube",
    ]);
  });

  it("shows the error book's skill the chain that the checker contradicted", async () => {
    const small = skilled(
      replying({
        plan: "Q1: What is the capital of Austria?\nA1: Graz",
        read: ["Vienna", "Danube"],
        continue: ["U2: Which river runs through Vienna?", "Final: Danube"],
      }),
    );
    const events = await ask(small);
    expect(verdicts(events)).toEqual(["corrected", "completed"]);
    const [first, second] = small.requests.filter(({ purpose }) => purpose === "continue");
    expect(first?.messages).toEqual([
      { role: "system", content: corrects },
      {
        role: "user",
        content: `${question}\nWrong chain:\nU1: What is the capital of Austria?\nA1: Graz\nFinal: none`,
      },
    ]);
    expect(first?.assistantPrefix).toBe("U1: What is the capital of Austria?\nA1: Vienna\n");
    expect(second === undefined ? null : system(second)).toBe(plans);
  });

  it("ends at once where the model answers from memory, and says what that is worth", async () => {
    const events = await ask(skilled(replying({ plan: "Final: Danube", summarise: "Danube" })));
    expect(ofType(events, "branch-start")).toMatchObject([{ nodes: [], finalContent: "Danube" }]);
    expect(foldTrace(events).answer?.text).toContain("the model's guess");
  });
});

describe("a hop of which nothing was found", () => {
  const asksAgain = () =>
    replying({
      plan: "U1: Austria main town?",
      read: ["none", "Vienna"],
      continue: ["U1: What is the capital of Austria?", "Final: Vienna [1]"],
      summarise: "Vienna",
    });

  it("is asked otherwise, once, on a branch of its own", async () => {
    const small = skilled(asksAgain());
    const events = await ask(small);
    expect(verdicts(events)).toEqual(["unsolved", "completed"]);
    expect(ofType(events, "branch-start").map(({ cause, parent }) => [cause, parent])).toEqual([
      ["plan", null],
      ["correct", "node-1"],
      ["complete", "node-2"],
    ]);
    const retry = small.requests.find(({ purpose }) => purpose === "continue");
    expect(retry?.messages.map(({ content }) => content)).toEqual([
      corrects,
      `${question}\nWrong chain:\nU1: Austria main town?\nA1: none\nFinal: none`,
    ]);
    expect(retry?.assistantPrefix).toBe("");
    expect(ofType(events, "deviation").map((event) => event.switch)).toEqual([
      "emptySpanGuard",
      "correctUnsolved",
    ]);
    const { answer } = foldTrace(events);
    expect(answer?.path).toMatchObject([{ node: "node-2", answer: "Vienna" }]);
    expect(answer?.citations).toMatchObject([{ mark: 1, node: "node-2" }]);
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("is not asked a third time", async () => {
    const events = await ask(
      skilled(replying({ plan: "U1: A?", read: "none", continue: ["U1: B?", "U1: C?", "U1: D?"] })),
    );
    expect(verdicts(events)).toEqual(["unsolved", "unsolved"]);
  });

  it("is left as it is when the model has no other words for it", async () => {
    for (const again of ["U1: Austria main town?", "Q1: Austria main town?\nA1: Graz", "?", ""]) {
      const events = await ask(
        skilled(replying({ plan: "U1: Austria main town?", read: "none", continue: again })),
      );
      expect(verdicts(events)).toEqual(["unsolved"]);
      expect(ofType(events, "branch-start")).toHaveLength(1);
    }
  });

  it("is left as it is by the switch, in the last round, and by models without the skill", async () => {
    const switches = { ...fakeSettings.switches, correctUnsolved: false };
    expect(verdicts(await ask(skilled(asksAgain()), { switches }))).toEqual(["unsolved"]);
    expect(verdicts(await ask(skilled(asksAgain()), { maxRounds: 1 }))).toEqual(["unsolved"]);
    expect(verdicts(await ask(fakeModel("small", asksAgain())))).toEqual(["unsolved"]);
  });

  it("does not cost a large model's plan its other steps when it brings nothing", async () => {
    const large = fakeModel(
      "large",
      replying({
        plan: "[Unsolved Query]: Austria main town?\n[Unsolved Query]: Which river runs through Vienna?",
      }),
    );
    const small = skilled(
      replying({
        read: ["none", "Danube"],
        continue: ["Final: Danube", "Final: Danube [1]"],
        summarise: "Danube",
      }),
    );
    const events = await ask(small, { plan: "large" }, large);
    expect(verdicts(events)).toEqual(["unsolved", "completed"]);
  });
});

describe("the loop's bounds", () => {
  it("hold for any output: one run-end, a log that opens", { timeout: 60_000 }, async () => {
    const texts = fc.array(
      fc.oneof(
        fc.constantFrom("U1: A?", "Q1: B?\nA1: b", "U2: A?\nU3: C?", "Final: x [1][9]", "none"),
        fc.string({ unit: "binary", maxLength: 60 }),
      ),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (outputs, fill) => {
        let index = 0;
        const small = skilled(() => outputs[index++ % outputs.length] ?? "");
        const switches = { ...fakeSettings.switches, repeatStop: fill, fillProcessedQueries: fill };
        const events = await ask(small, { switches });
        expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
        openLog(JSON.parse(JSON.stringify(events)));
      }),
      { numRuns: 200 },
    );
  });

  it("end a chain that never says Final", async () => {
    let count = 0;
    const knows = skilled(({ purpose }) => {
      if (purpose === "read") return { text: "x", logprob: -9 };
      count += 1;
      return `Q${count}: What is fact ${count}?\nA${count}: y${count}`;
    });
    const events = await ask(knows);
    expect(verdicts(events)).toHaveLength(maxChainNodes);
    expect(foldTrace(events).outcome).toBe("answered");
  });

  it.each([
    "U2: What is the capital of Austria?",
    "Q2: What is the capital of Austria?\nA2: Vienna",
  ])("end a chain that says itself again: %j", async (again) => {
    const events = await ask(
      skilled(
        replying({
          plan: "Q1: What is the capital of Austria?\nA1: Vienna",
          read: "Vienna",
          continue: again,
        }),
      ),
    );
    expect(verdicts(events)).toEqual(["verified"]);
  });
});

describe("the other skills", () => {
  const purposesOf = (small: { requests: readonly { purpose: string }[] }) =>
    small.requests.map(({ purpose }) => purpose);

  it("decide, keywords and read have their own prompts; the digest has the untrained one's", async () => {
    const script = replying({
      decide: { text: "yes", yes: 0.9 },
      plan: "U1: What is the capital of Austria?",
      rewrite: "capital Austria; Vienna",
      digest: "so far",
      read: ["Vienna", "Danube"],
      continue: ["U2: Which river runs through Vienna?", "Final: Danube"],
      summarise: "Danube",
    });
    const small = skilled(script);
    const events = await ask(small, { plan: "decide", summarise: "decide", rewriter: "all" });
    expect(purposesOf(small)).toEqual([
      "decide",
      "plan",
      "rewrite",
      "read",
      "continue",
      "rewrite",
      "digest",
      "read",
      "continue",
      "decide",
      "summarise",
    ]);
    const rules = new Map(small.requests.map((request) => [request.purpose, system(request)]));
    expect(rules.get("decide")).toBe("Can you do this alone? Answer yes or no.");
    expect(rules.get("rewrite")).toBe("Write search keywords.");
    expect(rules.get("read")).toBe("Answer from the text, or say none.");
    expect(ofType(events, "retrieval")[0]).toMatchObject({ search: "capital Austria Vienna" });
    const secondRead = small.requests.filter(({ purpose }) => purpose === "read")[1];
    expect(secondRead?.messages[1]?.content).toBe(
      "so far\nWhat is the capital of Austria? Vienna.\n" +
        "Austria: The capital of Austria is Vienna.\nVienna: The river Danube runs through Vienna.\n\n" +
        "Question: Which river runs through Vienna?",
    );
  });
});
