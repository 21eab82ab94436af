import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import type { ChatRequest, Embedder } from "../../../runtime/ports.ts";
import type { FakeScript } from "../../../testing/fakes.ts";
import { fakeModel } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question } from "../../../testing/methods/fake-runs.ts";
import { go, resumeFrom } from "../../../testing/state/gone-on.ts";
import { replug } from "./index.ts";

const embedder: Embedder = {
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(text.startsWith("Austria") ? [0, 1] : [1, 0])),
};

const promptOf = ({ messages }: ChatRequest) => messages.at(-1)?.content ?? "";
const about = (request: ChatRequest, title: string) => promptOf(request).includes(`${title}: `);
const isChoice = ({ constraint }: ChatRequest) => constraint?.kind === "choice";

function twoMinded(choice: (austria: boolean) => Record<string, number> | null) {
  return fakeModel("small", (request) => {
    const austria = about(request, "Austria");
    if (!isChoice(request)) return austria ? "Vienna" : "Danube";
    const shares = choice(austria);
    return { text: austria ? "Vienna" : "Danube", ...(shares === null ? {} : { choice: shares }) };
  });
}

const e = Math.E;

describe("REPLUG over candidate answers", () => {
  it("mixes what every passage says of every candidate, weighed by its likeness", async () => {
    const small = twoMinded((austria) =>
      austria ? { Vienna: 0.9, Danube: 0.1, none: 0 } : { Vienna: 0.3, Danube: 0.6, none: 0.1 },
    );
    const events = await askBaseline("replug", small, { embedder });
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      `node-1: search "${question}"`,
      "decompose, fan: node-2 Austria | node-3 Vienna",
      "node-2: answer by small",
      'node-2: answered "Vienna"',
      "node-3: answer by small",
      'node-3: answered "Danube"',
      "node-2: answer by small",
      "node-3: answer by small",
      'node-1: combined "Danube"',
      'answer "Danube": Danube [2].',
      "answered",
    ]);
    // λ = (e, 1) / (e + 1)
    const share = (e * 0.6 + 0.1) / (e + 1);
    expect(ofType(events, "verdict").at(-1)?.confidence).toBeCloseTo(share, 6);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 2, node: "node-1", passageId: "vienna" },
    ]);
  });

  it("lets a less likely passage win where the more likely one is undecided", async () => {
    const small = twoMinded((austria) =>
      austria ? { Vienna: 1, Danube: 0, none: 0 } : { Vienna: 0.4, Danube: 0.5, none: 0.1 },
    );
    const events = await askBaseline("replug", small, { embedder });
    expect(ofType(events, "answer")[0]?.short).toBe("Vienna");
  });

  it("gives each passage one vote where no probabilities are told, and says so", async () => {
    const events = await askBaseline(
      "replug",
      twoMinded(() => null),
      { embedder },
    );
    expect(told(events)).toContain("node-1: noChoiceProbabilities");
    expect(ofType(events, "answer")[0]?.short).toBe("Danube");
    expect(ofType(events, "verdict").at(-1)?.confidence).toBeCloseTo(e / (e + 1), 6);
  });

  it("asks nobody to choose where all passages agree, and cites those that have it", async () => {
    const small = fakeModel("small", () => "the Danube");
    const events = await askBaseline("replug", small, { embedder });
    expect(small.requests).toHaveLength(2);
    expect(ofType(events, "answer")[0]).toMatchObject({ text: "the Danube [2]." });
    expect(ofType(events, "verdict").at(-1)?.confidence).toBeCloseTo(1, 6);
  });

  it("goes by who proposed what where every passage abstains", async () => {
    const small = twoMinded(() => ({ Vienna: 0, Danube: 0, none: 1 }));
    const events = await askBaseline("replug", small, { embedder });
    expect(ofType(events, "answer")[0]?.short).toBe("Danube");
  });

  it("is unknown where no passage proposes anything", async () => {
    const events = await askBaseline(
      "replug",
      fakeModel("small", () => "none"),
      { embedder },
    );
    expect(told(events).at(-3)).toBe("node-1: unknown");
    expect(ofType(events, "answer")[0]?.short).toBe("unknown");
  });

  it("answers from memory with the tool that finds nothing", async () => {
    const events = await askBaseline(
      "replug",
      fakeModel("small", () => "Danube"),
      { embedder, changes: { source: { choice: "fixed", tool: "none" } } },
    );
    expect(told(events)).toContain('node-1: known "Danube"');
  });

  it("takes names of the language itself as answers like any other", async () => {
    const small = fakeModel("small", (request) =>
      isChoice(request) ? "__proto__" : about(request, "Austria") ? "__proto__" : "toString",
    );
    const events = await askBaseline("replug", small, { embedder });
    expect(ofType(events, "answer")[0]?.short).toBe("__proto__");
  });
});

describe("a person's word in REPLUG", () => {
  const preset = replug.presets[0];
  if (preset === undefined) throw new RangeError("it has no preset");

  it("is what a passage proposes, before all vote anew", async () => {
    const voter: FakeScript = ({ constraint, messages }) => {
      if (constraint?.kind === "choice") return constraint.options.at(-2) ?? "";
      return messages.at(-1)?.content.includes("Austria: ") ? "Graz" : "Mur";
    };
    const asked = { settings: preset.settings, script: voter };
    const { events } = await go(asked);
    const proposed = [...foldTrace(events).nodes.values()].slice(1);
    expect(proposed.map(({ answer }) => answer)).toEqual(["Graz", "Mur"]);
    const point = { kind: "correct", node: proposed[1]?.id ?? "", answer: "Danube" } as const;
    const { events: after, requests } = await resumeFrom(asked, events, point);
    expect(foldTrace(after).answer?.short).toBe("Danube");
    expect(requests.map(({ constraint }) => constraint?.kind)).toEqual(["choice", "choice"]);
  });
});
