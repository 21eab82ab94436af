/** A chat model's plan: whole chains, `[n]` for what is not known yet, and none of its steps forgotten. */
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import { type FakeScript, fakeModel } from "../../testing/fakes.ts";
import { ask, ofType, replying, verdicts } from "../../testing/methods/fake-runs.ts";

const capital = "What is the capital of Austria?";
const plan = (answer: string) =>
  `{"steps": [{"query": "${capital}", "answer": "${answer}"}, {"query": "Which river runs through [1]?", "answer": "unknown"}], "final": "unknown"}`;

/** Runs in which both models say the same, so that only who is asked differs. */
function askBy(
  changes: Pick<RunSettings, "plan" | "solve">,
  plan: string,
  read: readonly string[],
  continued: readonly string[] = [],
) {
  const script: FakeScript = replying({
    plan,
    read: read.map((answer) => `{"answer": "${answer}"}`),
    continue: [...continued],
    summarise: '{"reasoning": "As found [2].", "answer": "Danube"}',
  });
  const small = fakeModel("small", script, { profile: "instruct" });
  return ask(small, { ...changes, summarise: "large" }, fakeModel("large", script));
}

const purposes = (events: readonly RunEvent[]) =>
  ofType(events, "call-start").map(({ purpose }) => purpose);

const departures = (events: readonly RunEvent[]) =>
  ofType(events, "deviation").map((event) => event.switch);

describe("the steps that a chat model has planned", () => {
  it("are looked up with the answer of the step that they name", async () => {
    const tiers = { plan: "large", solve: "large" } as const;
    const events = await askBy(tiers, plan("Vienna"), ["Vienna", "Danube"]);
    const searches = ofType(events, "retrieval").map(({ search }) => search);
    expect(searches).toEqual([capital, "Which river runs through Vienna?"]);
    const { answer, nodes } = foldTrace(events);
    expect(answer?.path.map(({ query }) => query)).toEqual(searches);
    // The tree says what was looked up, too.
    expect([...nodes.values()].map(({ query }) => query)).toEqual(searches);
  });

  it.each([
    ["large", "large"],
    ["large", "small"],
    ["small", "large"],
  ] as const)(
    "are looked up to the last, %s plans and %s reads, and nobody is asked for more",
    async (by, reader) => {
      const sea = "Into which sea does [2] flow?";
      const chain = [capital, "Which river runs through [1]?", sea];
      const steps = chain.map((query) => ({ query, answer: "unknown" }));
      const said = JSON.stringify({ steps, final: "unknown" });
      const events = await askBy({ plan: by, solve: reader }, said, [
        "Vienna",
        "Danube",
        "Black Sea",
      ]);
      expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
        capital,
        "Which river runs through Vienna?",
        "Into which sea does Danube flow?",
      ]);
      expect(purposes(events)).not.toContain("continue");
    },
  );

  it("take a correction in the place of what the plan was built on, where the planner does not read", async () => {
    const said = JSON.stringify({
      steps: [
        { query: capital, answer: "Graz" },
        { query: "Which river runs through Graz?", answer: "Mur" },
        { query: "Into which sea does [2] flow?", answer: "unknown" },
      ],
      final: "unknown",
    });
    const events = await askBy({ plan: "large", solve: "small" }, said, [
      "Vienna",
      "Danube",
      "Black Sea",
    ]);
    expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
      capital,
      "Which river runs through Vienna?",
      "Into which sea does Danube flow?",
    ]);
    // Nobody had answered the second step as it is asked now.
    expect(verdicts(events).slice(0, 2)).toEqual(["corrected", "completed"]);
    expect(purposes(events)).not.toContain("continue");
  });

  it("are written anew by a planner that reads, too, when it was wrong; none that it leaves out is forgotten", async () => {
    const said = JSON.stringify({
      steps: [
        { query: capital, answer: "Graz" },
        { query: "Which river runs through [1]?", answer: "unknown" },
        { query: "Into which sea does [2] flow?", answer: "unknown" },
      ],
      final: "unknown",
    });
    const next = { query: "Which river runs through Vienna?", answer: "unknown" };
    const events = await askBy(
      { plan: "large", solve: "large" },
      said,
      ["Vienna", "Danube", "Black Sea"],
      [JSON.stringify({ steps: [next], final: "unknown" })],
    );
    expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
      capital,
      next.query,
      "Into which sea does Danube flow?",
    ]);
    expect(departures(events)).toContain("openSteps");
    expect(purposes(events).filter((purpose) => purpose === "continue")).toHaveLength(1);
  });

  it("go on behind a step that a trained model asks in other words, with their marks on its answer", async () => {
    const said = JSON.stringify({
      steps: [
        { query: "What is the seat of Austria?", answer: "unknown" },
        { query: "Which river runs through [1]?", answer: "unknown" },
      ],
      final: "unknown",
    });
    const small = fakeModel(
      "small",
      replying({
        continue: `U1: ${capital}`,
        read: ["none", "Vienna", "Danube"],
        summarise: "Danube",
      }),
      { skills: true },
    );
    const large = fakeModel("large", () => said);
    const events = await ask(small, { plan: "large", solve: "small" }, large);
    expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
      "What is the seat of Austria?",
      capital,
      "Which river runs through Vienna?",
    ]);
    expect(departures(events)).toContain("correctUnsolved");
    expect(purposes(events).filter((purpose) => purpose === "continue")).toHaveLength(1);
  });
});

describe("a perfect plan in the place of the large model's", () => {
  it("changes the answer: the oracle's steps are looked up, whoever would go on otherwise", async () => {
    const gold = JSON.stringify({
      steps: [capital, "Which river runs through [1]?"].map((query) => ({
        query,
        answer: "unknown",
      })),
      final: "unknown",
    });
    const astray = {
      continue: "U2: Who was born in Vienna?",
      plan: "U1: Who was born in Austria?",
    };
    const script = () => replying({ ...astray, read: ["Vienna", "Danube"], summarise: "Danube" });
    const own = await ask(fakeModel("small", script(), { skills: true }), { plan: "small" });
    const perfect = await ask(
      fakeModel("small", script(), { skills: true }),
      { plan: "large" },
      fakeModel("large", () => gold),
    );
    const searched = (events: readonly RunEvent[]) =>
      ofType(events, "retrieval").map(({ search }) => search);
    expect(searched(own)).not.toContain("Which river runs through Vienna?");
    expect(searched(perfect)).toEqual([capital, "Which river runs through Vienna?"]);
  });
});
