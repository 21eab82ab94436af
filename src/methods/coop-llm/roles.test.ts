import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings, Tier } from "../../log/types.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import { maxChainNodes } from "../../stages/parse/chain.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import { ask, ofType, verdicts } from "../../testing/methods/fake-runs.ts";
import { run } from "../registry.ts";

const first = "What is the capital of Austria?";
const second = "Which river runs through Vienna?";

const wholeChains: FakeScript = ({ purpose, messages }) => {
  const told = JSON.stringify(messages);
  if (purpose === "read") return told.includes("Question: Which river") ? "Danube" : "Vienna";
  if (purpose === "plan") {
    return `[Unsolved Query]: ${first}\n[Unsolved Query]: Which river runs there?\n[Final Content]: ?`;
  }
  if (purpose === "continue") {
    return told.includes("Danube")
      ? "[Final Content]: Danube"
      : `[Unsolved Query]: ${second}\n[Final Content]: ?`;
  }
  return "Answer: Danube\nThe Danube [2].";
};

const wrongAtFirst: FakeScript = (request) =>
  request.purpose === "plan"
    ? `[Query 1]: ${first}\n[Answer 1]: Graz\n[Unsolved Query]: Which river runs through Graz?`
    : wholeChains(request);

const stepByStep: FakeScript = ({ purpose, assistantPrefix, messages }) => {
  if (purpose === "read") {
    const said = JSON.stringify(messages);
    return said.includes("Question: Which river") ? "Danube" : "Vienna";
  }
  if (purpose === "plan") return first;
  if (purpose === "continue")
    return assistantPrefix?.includes("Danube") ? "Final: Danube" : `Q2: ${second}`;
  return "Danube";
};

const letters = { S: "small", L: "large" } as const;

function askAs(id: string, changes: Partial<RunSettings> = {}) {
  const [plan, solve, summarise] = [...id].map(
    (letter): Tier => (letter === "L" ? "large" : "small"),
  );
  return ask(
    fakeModel("small", stepByStep),
    { plan: plan ?? "small", solve: solve ?? "small", summarise: summarise ?? "small", ...changes },
    fakeModel("large", wholeChains),
  );
}

function doers(events: readonly RunEvent[], purpose: string): Tier[] {
  return ofType(events, "call-start").flatMap((call) =>
    call.purpose === purpose ? call.model.tier : [],
  );
}

describe.each(["SSS", "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", "LLL"])("%s", (id) => {
  const [plan, read, conclude] = [...id].map((letter) => letters[letter === "L" ? "L" : "S"]);

  it("has each role done by whom its switch says", async () => {
    const events = await askAs(id);
    expect(foldTrace(events).outcome).toBe("answered");
    expect(new Set(doers(events, "plan"))).toEqual(new Set([plan]));
    expect(new Set(doers(events, "read"))).toEqual(new Set([read]));
    expect(new Set(doers(events, "summarise"))).toEqual(new Set([conclude]));
    // A whole plan is looked up to its end; a step-by-step planner is asked for the next step.
    const continues = plan === "large" ? [] : ["small"];
    expect(new Set(doers(events, "continue"))).toEqual(new Set(continues));
  });

  it("bills every continuation to the plan, whoever makes it, and only reading to the reader", async () => {
    const events = await askAs(id);
    for (const { purpose, stage } of ofType(events, "call-start")) {
      const role = { plan: "plan", continue: "plan", read: "solve", summarise: "summarise" };
      expect([purpose, stage]).toEqual([purpose, role[purpose as keyof typeof role]]);
    }
    const { byStage } = foldLedger(events);
    const planned = [...doers(events, "plan"), ...doers(events, "continue")];
    expect(byStage.plan.calls).toBe(planned.length);
    expect(byStage.plan.largeCalls).toBe(planned.filter((tier) => tier === "large").length);
    expect(byStage.solve.largeCalls).toBe(read === "large" ? doers(events, "read").length : 0);
    expect(byStage.summarise.largeCalls).toBe(conclude === "large" ? 1 : 0);
  });
});

describe("the paper's rows", () => {
  it("ask the large model twice where it only plans and concludes (w/o Decision: exactly 2)", async () => {
    const events = await askAs("LSL");
    expect(verdicts(events)).toContain("completed");
    expect(foldLedger(events).total.largeCalls).toBe(2);
  });

  it("leave a plan that was decided to be made here to the small model to the end", async () => {
    const alone: FakeScript = (request) =>
      request.purpose === "decide" ? { text: "yes", yes: 0.9 } : stepByStep(request);
    const large = fakeModel("large", wholeChains);
    const events = await ask(fakeModel("small", alone), { plan: "decide", solve: "large" }, large);
    expect(doers(events, "continue")).toEqual(["small", "small"]);
    expect(new Set(large.requests.map(({ purpose }) => purpose))).toEqual(new Set(["read"]));
  });

  it("have SearChain's one large model do it all", async () => {
    const tiers = { plan: "large", solve: "large", summarise: "large" } as const;
    const small = fakeModel("small", stepByStep);
    const events = await ask(small, tiers, fakeModel("large", wrongAtFirst));
    expect(doers(events, "continue").length).toBeGreaterThan(0);
    expect(ofType(events, "call-start").every(({ model }) => model.tier === "large")).toBe(true);
  });
});

describe("r_max", () => {
  const things = Array.from({ length: 40 }, (_, n) => ({
    id: `thing-${n}`,
    title: `Thing ${n}`,
    text: `It is fact${n}, also called fact ${n}, and right ${n}.`,
  }));
  const ask = (small: ChatModel, changes: Partial<RunSettings>) => {
    const ports = { ...fakePorts(small), retriever: fakeRetriever(things) };
    const settings = { ...fakeSettings, ...changes };
    const question = "What is the last thing?";
    return collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
  };

  const longChain = (): FakeScript => {
    let count = 0;
    return ({ purpose }) => {
      if (purpose === "read") return { text: `fact${count}`, logprob: -0.01 };
      if (purpose === "summarise") return "fact6";
      count += 1;
      return count > 6 ? "Final: fact6" : `U${count}: What is thing ${count}?`;
    };
  };

  it("is not used up by the steps of a chain that is written one at a time", async () => {
    for (const small of [
      fakeModel("small", longChain(), { skills: true }),
      fakeModel("small", longChain()),
    ]) {
      const events = await ask(small, { maxRounds: 2 });
      expect(verdicts(events)).toEqual(Array.from({ length: 6 }, () => "completed"));
    }
  });

  it("still bounds what is taken back", async () => {
    let count = 0;
    const wrong = fakeModel("small", ({ purpose }) => {
      if (purpose === "read") return { text: `right ${count}`, logprob: -0.01 };
      count += 1;
      return `Q${count}: What is thing ${count}?\nA${count}: wrong`;
    });
    const events = await ask(wrong, { maxRounds: 3 });
    expect(verdicts(events)).toEqual(["corrected", "corrected", "corrected"]);
  });

  it("leaves an endless chain the bound of its length", async () => {
    let count = 0;
    const endless = fakeModel("small", ({ purpose }) => {
      count += 1;
      return purpose === "read" ? `fact ${count}` : `Q1: What is thing ${count}?`;
    });
    expect(verdicts(await ask(endless, { maxRounds: 2 }))).toHaveLength(maxChainNodes);
  });
});
