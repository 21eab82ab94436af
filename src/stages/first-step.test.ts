import { describe, expect, it } from "vitest";
import { answerStateOf, foldAnswerState } from "../folds/answer-state.ts";
import { foldTrace } from "../folds/trace.ts";
import { type FakeScript, fakeModel, fakeReader } from "../testing/fakes.ts";
import { askBaseline, told } from "../testing/methods/fake-baselines.ts";
import { ofType, question } from "../testing/methods/fake-runs.ts";

const step = "What is the capital of Austria?";
const on = { evidence: true };

function planner(next: string) {
  const script: FakeScript = ({ purpose, assistantPrefix }) => {
    if (purpose !== "plan") return "Danube";
    return assistantPrefix === `U1: ${step}\nA1: Vienna\n` ? next : `U1: ${step}`;
  };
  return fakeModel("small", script, { skills: true });
}

function reads(spans: Readonly<Record<string, string>>) {
  return fakeReader((asked, text) => {
    const span = spans[asked] ?? "";
    return span !== "" && text.includes(span) ? { span } : { relevance: 0.01 };
  });
}

describe("the answer check of a question that was looked up as it stands", () => {
  it("looks the first step up beside the question, and changes no answer", async () => {
    const reader = reads({ [question]: "Danube", [step]: "Vienna" });
    const events = await askBaseline("direct-rag", planner("Final: Vienna"), {
      reader,
      changes: on,
    });
    expect(told(events)).toContain(`check, fan: node-2 ${step}`);
    expect(told(events)).toContain('node-2: completed "Vienna"');
    const [answer] = ofType(events, "answer");
    expect(answer?.short).toBe("Danube");
    expect(answer?.path.map(({ node }) => node)).toEqual(["node-1"]);
    expect(foldAnswerState(events)?.kind).toBe("found");
  });

  it("tells a stop on the way from the answer", async () => {
    const reader = reads({ [question]: "Vienna", [step]: "Vienna" });
    const small = planner("U2: Which river flows through Vienna?");
    const events = await askBaseline("direct-rag", small, { reader, changes: on });
    expect(foldAnswerState(events)).toMatchObject({
      kind: "partly-found",
      guess: "",
      part: { query: step, answer: "Vienna" },
    });
  });

  it("takes the first step's answer for the question's where no step follows", async () => {
    const reader = reads({ [question]: "Vienna", [step]: "Vienna" });
    const small = planner("Final: Vienna [1]");
    const events = await askBaseline("direct-rag", small, { reader, changes: on });
    expect(foldAnswerState(events)?.kind).toBe("found");
  });

  it("says what the library has of a question that one search did not answer", async () => {
    const events = await askBaseline("direct-rag", planner(""), {
      reader: reads({ [step]: "Vienna" }),
      changes: on,
    });
    expect(foldAnswerState(events)).toMatchObject({
      kind: "partly-found",
      part: { query: step, answer: "Vienna" },
    });
  });

  it("calls a choice that one look-up made a guess", async () => {
    const asked = "Which country's capital has more bridges, Austria or Hungary?";
    const first = "How many bridges has Vienna?";
    const events = await askBaseline(
      "direct-rag",
      fakeModel("small", ({ purpose }) => (purpose === "plan" ? `U1: ${first}` : ""), {
        skills: true,
      }),
      { reader: reads({ [asked]: "Austria", [first]: "Vienna" }), changes: on, question: asked },
    );
    expect(foldAnswerState(events)).toMatchObject({
      kind: "partly-found",
      guess: "Austria",
      part: { query: first },
    });
  });

  it("counts no more where the step that it belongs to was done again", async () => {
    const reader = reads({ [question]: "Vienna", [step]: "Vienna" });
    const small = planner("U2: Which river flows through Vienna?");
    const events = await askBaseline("direct-rag", small, { reader, changes: on });
    const trace = foldTrace(events);
    const nodes = new Map(trace.nodes);
    const check = nodes.get("node-2");
    if (check === undefined) throw new Error("no check");
    nodes.set("node-2", { ...check, abandoned: true });
    expect(answerStateOf({ ...trace, nodes })?.kind).toBe("found");
  });

  it("adds nothing where the first step is the question", async () => {
    const small = fakeModel(
      "small",
      ({ purpose }) => (purpose === "plan" ? `U1: ${question}` : ""),
      {
        skills: true,
      },
    );
    const events = await askBaseline("direct-rag", small, { reader: reads({}), changes: on });
    expect(foldTrace(events).nodes.size).toBe(1);
    expect(foldAnswerState(events)?.kind).toBe("not-in-library");
  });

  it.each([
    ["it is switched off", { evidence: false }],
    ["nothing is looked up", { ...on, source: { choice: "fixed", tool: "none" } } as const],
  ])("does not plan where %s", async (_why, changes) => {
    const reader = reads({ [question]: "Danube" });
    const events = await askBaseline("direct-rag", planner(""), { reader, changes });
    expect(ofType(events, "call-start").map(({ purpose }) => purpose)).not.toContain("plan");
  });
});
