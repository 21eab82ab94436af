import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import { type FakeScript, fakeModel } from "../../testing/fakes.ts";
import { ask, ofType, replying, verdicts } from "../../testing/methods/fake-runs.ts";

const capital = "What is the capital of Austria?";
const river = "Which river runs through [1]?";
const sea = "Into which sea does [2] flow?";

type Step = string | { query: string; answer: string };

function planOf(...steps: readonly Step[]): string {
  const written = steps.map((step) =>
    typeof step === "string" ? { query: step, answer: "unknown" } : step,
  );
  return JSON.stringify({ steps: written, final: "unknown" });
}

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

const searched = (events: readonly RunEvent[]) =>
  ofType(events, "retrieval").map(({ search }) => search);

const departures = (events: readonly RunEvent[]) =>
  ofType(events, "deviation").map((event) => event.switch);

const found = ["Vienna", "Danube", "Black Sea"];
const wholeWalk = [capital, "Which river runs through Vienna?", "Into which sea does Danube flow?"];

describe("the steps that a chat model has planned", () => {
  it("are looked up with the answer of the step that they name", async () => {
    const tiers = { plan: "large", solve: "large" } as const;
    const events = await askBy(tiers, planOf({ query: capital, answer: "Vienna" }, river), found);
    expect(searched(events)).toEqual(wholeWalk.slice(0, 2));
    const { answer, nodes } = foldTrace(events);
    expect(answer?.path.map(({ query }) => query)).toEqual(searched(events));
    // The tree also shows the searched text.
    expect([...nodes.values()].map(({ query }) => query)).toEqual(searched(events));
  });

  it.each([
    ["large", "large"],
    ["large", "small"],
    ["small", "large"],
  ] as const)("are all looked up without another call: %s plans, %s reads", async (plan, solve) => {
    const events = await askBy({ plan, solve }, planOf(capital, river, sea), found);
    expect(searched(events)).toEqual(wholeWalk);
    expect(purposes(events)).not.toContain("continue");
  });

  it("take a correction in if the planner does not read", async () => {
    const wrong = planOf(
      { query: capital, answer: "Graz" },
      { query: "Which river runs through Graz?", answer: "Mur" },
      sea,
    );
    const events = await askBy({ plan: "large", solve: "small" }, wrong, found);
    expect(searched(events)).toEqual(wholeWalk);
    // The planner's own answer was to another question.
    expect(verdicts(events).slice(0, 2)).toEqual(["corrected", "completed"]);
    expect(purposes(events)).not.toContain("continue");
  });

  it("are rewritten after a correction by a planner that reads, and none that it leaves out is lost", async () => {
    const wrong = planOf({ query: capital, answer: "Graz" }, river, sea);
    const tiers = { plan: "large", solve: "large" } as const;
    const events = await askBy(tiers, wrong, found, [planOf("Which river runs through Vienna?")]);
    expect(searched(events)).toEqual(wholeWalk);
    expect(departures(events)).toContain("openSteps");
    expect(purposes(events).filter((purpose) => purpose === "continue")).toHaveLength(1);
  });

  it("follow a step that a trained model rephrased, with their marks on its answer", async () => {
    const seat = "What is the seat of Austria?";
    const said = { continue: `U1: ${capital}`, read: ["none", ...found], summarise: "Danube" };
    const small = fakeModel("small", replying(said), { skills: true });
    const large = fakeModel("large", () => planOf(seat, river));
    const events = await ask(small, { plan: "large", solve: "small" }, large);
    expect(searched(events)).toEqual([seat, ...wholeWalk.slice(0, 2)]);
    expect(departures(events)).toContain("correctUnsolved");
    expect(purposes(events).filter((purpose) => purpose === "continue")).toHaveLength(1);
  });
});

describe("a plan that is the question itself", () => {
  it("is taken over by the trained model that rephrases it, until that concludes", async () => {
    const said = {
      continue: [`U1: ${capital}`, "U2: Which river runs through Vienna?", "Final: Danube [2]"],
      read: ["none", ...found],
      summarise: "Danube",
    };
    const small = fakeModel("small", replying(said), { skills: true });
    const unsplit = "Which river runs through the capital of Austria?";
    const large = fakeModel("large", () => planOf(unsplit));
    const events = await ask(small, { plan: "large", solve: "small" }, large);
    expect(searched(events)).toEqual([unsplit, ...wholeWalk.slice(0, 2)]);
  });
});

describe("a perfect plan in the place of the large model's", () => {
  it("has its steps looked up, wherever the small model would have gone", async () => {
    const said = {
      plan: "U1: Who was born in Austria?",
      continue: "U2: Who was born in Vienna?",
      read: found,
      summarise: "Danube",
    };
    const small = () => fakeModel("small", replying(said), { skills: true });
    const own = await ask(small(), { plan: "small" });
    const large = fakeModel("large", () => planOf(capital, river));
    const perfect = await ask(small(), { plan: "large" }, large);
    expect(searched(own)).not.toContain("Which river runs through Vienna?");
    expect(searched(perfect)).toEqual(wholeWalk.slice(0, 2));
  });
});
