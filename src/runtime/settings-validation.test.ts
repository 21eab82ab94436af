import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunSettings, ToolRef } from "../log/types.ts";
import { pipelineUses } from "../stages/index.ts";
import { fakeModel, fakePorts, fakeReader, fakeSettings } from "../testing/fakes.ts";
import { controls, isSharedPath, withControl } from "./controls.ts";
import { solves } from "./method.ts";
import { validateSettings } from "./settings-notes.ts";
import { type Facts, factsOf, problemCodes } from "./settings-validation.ts";

const google: ToolRef = {
  id: "google",
  title: "Google",
  destination: "https://google.example",
  visibility: "private",
  usdPerThousand: 5,
};
const brave: ToolRef = { ...google, id: "brave", title: "Brave", usdPerThousand: null };

const all: Facts = {
  uses: pipelineUses,
  large: true,
  heads: true,
  tools: [google],
  routerTools: null,
};

function told(changes: Partial<RunSettings>, facts: Partial<Facts> = {}): string[] {
  return validateSettings({ ...fakeSettings, ...changes }, { ...all, ...facts })
    .filter(({ code }) => code !== "no-effect")
    .map(({ level, code, control, tool }) => [level, code, control, tool ?? ""].join(" ").trim());
}

function idle(changes: Partial<RunSettings>): string[] {
  return validateSettings({ ...fakeSettings, ...changes }, all)
    .filter(({ code }) => code === "no-effect")
    .map(({ control, because }) => `${control} by ${because}`);
}

const { gate, filter, fallback, source } = fakeSettings;
const judging = { ...gate, kind: "judge" } as const;
const claims = { rewriter: "claims", rewriteBy: "large" } as const;

describe("what cannot run", () => {
  it("is nothing in plain settings", () => {
    expect(told({})).toEqual([]);
  });

  it.each([
    [{ plan: "large" }, ["error large-missing plan"]],
    [{ solve: "large" }, ["error large-missing solve"]],
    [{ summarise: "large" }, ["error large-missing summarise"]],
    [{ plan: "off", solve: "large" }, []],
    [{ plan: "decide" }, ["note decide-without-large plan"]],
    [{ gate: { ...gate, by: "large" } }, []],
    [{ gate: { ...gate, kind: "judge", by: "large" } }, ["error large-missing gate.by"]],
    [{ rewriteBy: "large" }, []],
    [claims, ["error large-missing rewriteBy"]],
    [{ filter: { ...filter, by: "large" } }, []],
    [{ filter: { ...filter, kind: "batch", by: "large" } }, ["error large-missing filter.by"]],
    [{ fallback: { ...fallback, on: true, by: "large" } }, ["error large-missing fallback.by"]],
  ] satisfies [Partial<RunSettings>, string[]][])(
    "without a large model: %o",
    (changes, problems) => {
      expect(told(changes, { large: false })).toEqual(problems);
      expect(told(changes)).toEqual([]);
    },
  );

  it.each([
    ["by the small model", { summarise: "small" }, {}, true],
    ["by the large one", { summarise: "large" }, {}, false],
    ["by whom is to be decided", { summarise: "decide" }, {}, false],
    ["by the small one, as there is no other", { summarise: "decide" }, { large: false }, true],
    ["of a chain's hops, nothing being split", { plan: "small" }, {}, false],
    [
      "of a hop's parts, by the small model",
      { plan: "small", fallback: { ...fallback, on: true } },
      {},
      true,
    ],
    [
      "of a rival, by the small model",
      { solve: "small", summarise: "large" },
      { uses: solves },
      true,
    ],
    ["of a rival, by the large model", { solve: "large" }, { uses: solves }, false],
  ] satisfies [string, Partial<RunSettings>, Partial<Facts>, boolean][])(
    "says that the long form is not for a small writer: %s",
    (_whose, changes, facts, noted) => {
      const direct = { plan: "off", ...changes } as const;
      const asked = (form: "short" | "long") =>
        told({ ...direct, answer: { form, passages: 5, maxTokens: 900 } }, facts);
      const note = "note long-form-by-small answer.form";
      expect(asked("long").includes(note)).toBe(noted);
      expect(asked("short")).not.toContain(note);
    },
  );

  it("asks of a baseline only what it uses", () => {
    const rival = { uses: solves, large: false };
    expect(told({ plan: "large", gate: { ...gate, kind: "judge", by: "large" } }, rival)).toEqual(
      [],
    );
    expect(told({ plan: "off", solve: "large" }, rival)).toEqual(["error large-missing solve"]);
    expect(validateSettings({ ...fakeSettings, plan: "off" }, { ...all, uses: solves })).toEqual(
      [],
    );
  });

  it.each([
    [{ choice: "fixed", tool: "bing" }, {}, ["error unknown-tool source.tool bing"]],
    [{ choice: "fixed", tool: "google" }, {}, []],
    [{ choice: "fixed", tool: "none" }, {}, []],
    [{ choice: "best-predicted", tool: "bing" }, {}, ["error router-missing source.choice"]],
    [
      { choice: "best-predicted", tool: "library" },
      { routerTools: ["bing", "yahoo"] },
      ["error router-without-tools source.choice"],
    ],
    [
      { choice: "best-predicted", tool: "library" },
      { routerTools: ["bing", "google", "bm25"] },
      ["note router-tool-missing source.choice bing"],
    ],
    [{ choice: "best-predicted", tool: "library" }, { routerTools: ["brave"], tools: [brave] }, []],
    [
      { choice: "cost-saving", tool: "library" },
      { routerTools: ["brave", "google"], tools: [brave, google] },
      ["error price-unknown source.choice Brave"],
    ],
    [
      { choice: "cost-saving", tool: "library" },
      { routerTools: ["google"], tools: [brave, google] },
      [],
    ],
  ] satisfies [RunSettings["source"], Partial<Facts>, string[]][])(
    "of sources: %o with %o",
    (chosen, facts, problems) => {
      expect(told({ source: chosen }, facts)).toEqual(problems);
    },
  );

  it.each([
    [{ filter: { ...filter, kind: "batch" } }, ["error batch-by-encoder filter.kind"]],
    [{ filter: { ...filter, kind: "batch", by: "small" } }, []],
    [{ filter: { ...filter, kind: "none" } }, ["error no-way-to-answer filter.kind"]],
    [{ filter: { ...filter, kind: "none" }, fallback: { ...fallback, on: true } }, []],
    [
      { plan: "off", fallback: { ...fallback, on: true, maxDepth: 0 } },
      ["note fallback-without-levels fallback.maxDepth"],
    ],
    [{ plan: "off", fallback: { ...fallback, on: true, maxDepth: 1 } }, []],
    [
      { fallback: { ...fallback, on: true, maxDepth: 1 } },
      ["note fallback-without-levels fallback.maxDepth"],
    ],
    [{ plan: "off", rewriter: "history" }, ["note rewriter-needs-chain rewriter"]],
    [{ rewriter: "history" }, []],
  ] satisfies [Partial<RunSettings>, string[]][])("of stages: %o", (changes, problems) => {
    expect(told(changes)).toEqual(problems);
  });

  it("notes what an encoder without heads leaves to the language model, or undone", () => {
    const changes: Partial<RunSettings> = {
      reader: "encoder",
      rerank: true,
      evidence: true,
      gate: { ...gate, kind: "judge" },
      filter: { ...filter, kind: "per-passage" },
    };
    expect(told(changes, { heads: false })).toEqual(
      ["gate.judge", "reader", "rerank", "filter.by", "evidence"].map(
        (control) => `note heads-missing ${control}`,
      ),
    );
    expect(told(changes)).toEqual([]);
  });

  it("puts errors before notes", () => {
    const both = told({ plan: "off", rewriter: "history", filter: { ...filter, kind: "none" } });
    expect(both.map((line) => line.split(" ")[0])).toEqual(["error", "note"]);
  });
});

describe("what lies idle", () => {
  it.each([
    [{}, "gate.threshold by gate.kind", true],
    [{ gate: { ...gate, kind: "self-knowledge" } }, "gate.threshold by gate.kind", false],
    [{ gate: { ...gate, kind: "self-knowledge" } }, "gate.judge by gate.kind", true],
    [{ rewriter: "claims" }, "gate.judge by gate.kind", false],
    [{ plan: "off" }, "maxRounds by plan", true],
    [{}, "maxRounds by plan", false],
    [{}, "rougeThreshold by answerForm", true],
    [{ answerForm: "long" }, "rougeThreshold by answerForm", false],
    [{ plan: "off", fallback: { ...fallback, on: true } }, "duplicateThreshold by plan", false],
    [{}, "answer.passages by plan", true],
    [{ fallback: { ...fallback, on: true } }, "answer.passages by plan", false],
    [{ source: { ...source, tool: "none" } }, "retrieval.k by source.tool", true],
    [{ source: { ...source, tool: "dense" } }, "retrieval.mode by source.tool", true],
    [{ source: { ...source, tool: "google" } }, "retrieval.mode by source.tool", false],
    [{ evidence: true, plan: "off" }, "evidenceThreshold by plan", true],
    [{ evidence: true }, "evidenceThreshold by plan", false],
    [{ passOn: { answer: true } }, "passOn.answer by gate.kind", true],
    [{ passOn: { answer: true }, gate: judging }, "passOn.answer by gate.kind", false],
    [{ passOn: { answer: false } }, "passOn.answer by gate.kind", false],
    [{ passOn: { answer: true }, plan: "off" }, "confidenceThreshold by plan", true],
    [
      { passOn: { answer: true }, plan: "off", gate: judging },
      "confidenceThreshold by plan",
      false,
    ],
    [{ passOn: { claims: true } }, "passOn.claims by gate.kind", true],
    [
      { passOn: { claims: true }, gate: judging, rewriter: "keyword" },
      "passOn.claims by rewriter",
      true,
    ],
    [{ passOn: { claims: true }, gate: judging }, "passOn.claims by rewriter", false],
    [{ passOn: { relevance: true } }, "passOn.relevance by filter.kind", true],
    [
      { passOn: { relevance: true }, filter: { ...filter, kind: "per-passage" }, reader: "model" },
      "passOn.relevance by reader",
      true,
    ],
    [
      { passOn: { relevance: true }, filter: { ...filter, kind: "per-passage" }, reader: "both" },
      "passOn.relevance by reader",
      false,
    ],
    [{}, "filter.claims by rewriter", true],
    [{ filter: { ...filter, claims: false } }, "filter.claims by rewriter", false],
  ] satisfies [Partial<RunSettings>, string, boolean][])("%o: %s is %s", (changes, line, there) => {
    expect(idle(changes).includes(line)).toBe(there);
  });
});

it("knows its facts from the ports", () => {
  const ports = fakePorts(
    fakeModel("small", () => ""),
    null,
    fakeReader(() => ({})),
  );
  expect(factsOf({ uses: solves, settings: {} }, ports)).toEqual({
    uses: solves,
    own: {},
    large: false,
    heads: true,
    tools: [],
    routerTools: null,
  });
});

it("judges any settings, with codes that have a sentence each", () => {
  const paths = Object.keys(controls).filter(isSharedPath);
  const change = fc.tuple(
    fc.constantFrom(...paths),
    fc.oneof(fc.nat(20), fc.double({ min: 0, max: 1 }), fc.boolean()),
    fc.nat(20),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), fc.boolean(), (changes, large) => {
      let settings = fakeSettings;
      for (const [path, value, index] of changes) {
        const control = controls[path];
        const chosen =
          control.kind === "choice"
            ? (control.options[index % control.options.length] ?? "")
            : value;
        settings = withControl(settings, path, chosen) ?? settings;
      }
      const problems = validateSettings(settings, { ...all, large });
      expect(problems.every(({ code }) => problemCodes.includes(code))).toBe(true);
      const lines = problems.map(
        ({ code, control, because, tool }) => `${code} ${control} ${because} ${tool}`,
      );
      expect(new Set(lines).size).toBe(lines.length);
    }),
  );
});
