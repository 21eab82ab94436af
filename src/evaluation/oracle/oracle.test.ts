import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { ModelRef, RunSettings, Stage } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import {
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import { ofType } from "../../testing/methods/fake-runs.ts";
import type { QuestionRow } from "../questions/question.ts";
import { oracleFor } from "./oracle.ts";

const capital = "What is the capital of Austria?";
const river = (town: string) => `Which river runs through ${town}?`;

const row: QuestionRow = {
  id: "q",
  question: "Which river runs through the capital of Austria?",
  answers: ["Danube", "the Danube"],
  supporting: [
    { id: "at", title: "Austria" },
    { id: "vienna", title: "Vienna" },
  ],
  decomposition: [
    { question: capital, answer: "Vienna" },
    { question: "Which river runs through #1?", answer: "Danube" },
  ],
};

const retriever = fakeRetriever([
  {
    id: "at",
    title: "Austria",
    text: "The capital of Austria is Vienna. Its oldest town is Graz.",
  },
  { id: "vienna", title: "Vienna", text: "The river Danube runs through Vienna." },
  { id: "graz", title: "Graz", text: "The river Mur runs through Graz." },
]);

async function askWith(
  perfect: readonly Stage[],
  script: FakeScript,
  of: Partial<ModelRef> = {},
  gold = row,
) {
  const oracle = oracleFor(gold);
  const settings: RunSettings = { ...fakeSettings, plan: "small" };
  for (const stage of perfect) settings[stage] = "large";
  const ports = { ...fakePorts(fakeModel("small", script, of), oracle.model), retriever };
  const events: RunEvent[] = [];
  const request = { runId: "r", question: row.question, settings };
  for await (const event of run(request, ports, new FakeSignal())) {
    oracle.see(event);
    events.push(event);
  }
  const { outcome, answer } = foldTrace(events);
  expect(outcome).toBe("answered");
  return {
    short: answer?.short,
    searches: ofType(events, "retrieval").map(({ search }) => search),
    oracle: ofType(events, "call-start").flatMap(({ purpose, model }) =>
      model.engine === "oracle" ? purpose : [],
    ),
  };
}

const told = ({ messages, assistantPrefix = "" }: Parameters<FakeScript>[0]) =>
  `${messages.at(-1)?.content ?? ""}\n${assistantPrefix}`;

const faithful: FakeScript = (request) => {
  const text = told(request);
  if (request.purpose === "read") {
    const asked = /Question: (.*)/u.exec(text)?.[1] ?? text;
    if (asked.includes("capital")) return "Vienna";
    return /Graz/u.test(asked) ? "Mur" : "Danube";
  }
  if (request.purpose === "plan") return capital;
  const found = [...text.matchAll(/Vienna|Graz|Danube|Mur/gu)].map(([name]) => name);
  const last = found.at(-1) ?? "unknown";
  if (request.purpose === "summarise") return last;
  return /Danube|Mur/u.test(last) ? `Final: ${last}` : `Q2: ${river(last)}`;
};

const but =
  (purpose: string, reply: (text: string) => string): FakeScript =>
  (request) =>
    request.purpose === purpose ? reply(told(request)) : faithful(request);

it("changes nothing where the stages are perfect already", async () => {
  expect(await askWith([], faithful)).toMatchObject({ short: "Danube", oracle: [] });
  expect(await askWith(["solve"], faithful)).toMatchObject({ short: "Danube" });
  expect(await askWith(["summarise"], faithful)).toMatchObject({ short: "Danube" });
});

describe("the gold plan", () => {
  const astray: FakeScript = (request) => {
    if (request.purpose === "plan") return "Q1: What is the oldest town of Graz?";
    return request.purpose === "continue" ? `U2: ${river("Graz")}` : faithful(request);
  };

  const chatting: FakeScript = (request) => {
    if (request.purpose === "continue") return '{"steps": [], "final": "Graz"}';
    const said = astray(request);
    return JSON.stringify({ answer: typeof said === "string" ? said : said.text });
  };

  it.each([
    ["a base model", astray, {}],
    ["a trained model", astray, { skills: true, profile: "trained" }],
    ["a chat model", chatting, { profile: "instruct" }],
  ] as const)("is looked up to its end, whatever %s would go on with", async (_, script, of) => {
    const { short, searches, oracle } = await askWith(["plan"], script, of);
    expect(oracle).toEqual(["plan"]);
    expect(searches).toEqual([capital, river("Vienna")]);
    expect(short).toBe("Danube");
  });

  it("is what changed it: the small model's own leads elsewhere", async () => {
    const { short, searches } = await askWith([], astray);
    expect(searches).not.toContain(capital);
    expect(short).not.toBe("Danube");
  });
});

describe("the gold span", () => {
  const misreads = but("read", (text) => {
    if (/Question: What is the capital/u.test(text)) return "Graz";
    return /Question: .*Graz/u.test(text) ? "Mur" : "Danube";
  });

  it("is taken, and the chain goes on from it", async () => {
    const small = await askWith([], misreads);
    expect(small.searches).toEqual([capital, river("Graz")]);
    expect(small.short).toBe("Mur");
    const perfect = await askWith(["solve"], misreads);
    expect(perfect.searches).toEqual([capital, river("Vienna")]);
    expect(perfect.short).toBe("Danube");
    expect(new Set(perfect.oracle)).toEqual(new Set(["read"]));
  });

  it("is not found where its passage was not: the retriever's fault stays", async () => {
    const astray = but("plan", () => "Which river runs through Graz?");
    const { short, searches } = await askWith(["solve"], astray);
    expect(searches[0]).toBe("Which river runs through Graz?");
    expect(short).not.toBe("Danube");
  });
});

describe("the gold sub-answers", () => {
  const guesses = but("summarise", () => "Vienna");

  it("are concluded from", async () => {
    expect((await askWith([], guesses)).short).toBe("Vienna");
    const perfect = await askWith(["summarise"], guesses);
    expect(perfect.short).toBe("Danube");
    expect(perfect.oracle).toEqual(["summarise"]);
  });

  it("do not make an answer where they were not found: what was found last is said", async () => {
    const misread = but("read", () => "Graz");
    expect((await askWith(["summarise"], misread)).short).toBe("Graz");
    const unread = but("read", () => "none");
    expect((await askWith(["summarise"], unread)).short).toBe("unknown");
  });

  it("make none of some of the values that are compared", async () => {
    const compared: QuestionRow = {
      ...row,
      answers: ["yes"],
      decomposition: [
        { question: capital, answer: "Vienna" },
        { question: "Is there a river in Graz?", answer: "Mur" },
      ],
    };
    expect((await askWith(["summarise"], faithful, {}, compared)).short).toBe("unknown");
    const both: FakeScript = (request) =>
      request.purpose === "continue" && !told(request).includes("Mur")
        ? `Q2: ${river("Graz")}`
        : faithful(request);
    expect((await askWith(["summarise"], both, {}, compared)).short).toBe("yes");
  });
});

it("answers by itself where every stage is perfect", async () => {
  const useless: FakeScript = () => "nothing";
  const { short, searches } = await askWith(["plan", "solve", "summarise"], useless);
  expect(searches).toEqual([capital, river("Vienna")]);
  expect(short).toBe("Danube");
});
