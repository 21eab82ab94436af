import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PrivacyLevel, RunSettings, Visibility } from "../log/types.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { type FakeScript, fakeRetriever } from "../testing/fakes.ts";
import { askAll, everyPreset, sensible, type Told } from "../testing/methods/all-runs.ts";
import { fakeTool, priced } from "../testing/methods/stage-runs.ts";

const canary = "quetzalwort";
const passage = `The capital of Austria is ${canary}, and the river Danube runs through it as the treaty of the seven mills says.`;
const documents = [
  { id: "a", title: "Minutes", text: passage },
  {
    id: "b",
    title: "Letter",
    text: `Nobody in ${canary} may be told of the Danube before the spring of next year.`,
  },
];
const ownLibrary = fakeRetriever(documents);
const own = { retriever: { ...ownLibrary, library: { ...ownLibrary.library, id: "own:1" } } };
const library = (id: string, visibility: Visibility) => ({
  retriever: { ...ownLibrary, library: { ...ownLibrary.library, id, visibility } },
});
const publicLibrary = {
  ...library("factbook", "public"),
  tools: [
    fakeTool(
      { ...priced("web", 5), destination: "https://en.wikipedia.org", visibility: "public" },
      documents[0] ?? "internal",
    ),
  ],
};
const madePublic = {
  ...publicLibrary,
  retriever: {
    ...own.retriever,
    library: { ...own.retriever.library, visibility: "public" as const },
  },
};

const leaky: FakeScript = (request) => sensible(hasRead(request) ? canary : "Graz")(request);

function hasRead(request: ChatRequest): boolean {
  return JSON.stringify(whole(request)).includes(canary);
}

function sent({ large, searches }: Told): string {
  return JSON.stringify([large.map(whole), searches]);
}

function whole({ messages, assistantPrefix, constraint }: ChatRequest) {
  return { messages, assistantPrefix, constraint };
}

function at(settings: RunSettings, privacy: PrivacyLevel): RunSettings {
  return { ...settings, privacy };
}

function generous(settings: RunSettings, reads: boolean): RunSettings {
  const { gate, filter, fallback, answer } = settings;
  return {
    ...settings,
    plan: settings.plan === "off" ? "off" : "large",
    solve: "large",
    summarise: "large",
    rewriter: settings.plan === "off" ? "claims" : "all",
    rewriteBy: "large",
    gate: { ...gate, by: "large" },
    filter: { ...filter, kind: reads ? "batch" : "per-passage", by: "large", threshold: 0 },
    fallback: { ...fallback, on: !reads, by: "large", fillEarlier: true },
    answer: { ...answer, form: reads ? "long" : "short" },
    reader: "model",
  };
}

const rows = everyPreset.map((preset) => [preset.id, preset.settings] as const);

describe.each(rows)("%s", (_id, preset) => {
  const variants = [
    preset,
    generous(preset, true),
    generous(preset, false),
    { ...generous(preset, true), source: { choice: "best-predicted", tool: "library" } as const },
  ];

  it("tells nothing that was read in documents, where findings stay", {
    timeout: 60_000,
  }, async () => {
    for (const settings of variants) {
      for (const heads of [true, false]) {
        const told = await askAll(at(settings, "no-findings"), {
          small: leaky,
          heads,
          skills: heads,
          ports: own,
        });
        expect(told.events.at(-1)).toMatchObject({ outcome: "answered" });
        expect(sent(told)).not.toContain(canary);
      }
    }
  });

  it("quotes no passage, where passages stay", { timeout: 60_000 }, async () => {
    for (const settings of variants) {
      for (const quotes of [false, true]) {
        // A model that quotes whole passages must be kept from passing them on.
        const small: FakeScript = (request) => {
          const quoted = quotes && (request.purpose === "read" || request.purpose === "digest");
          return quoted && hasRead(request) ? passage : leaky(request);
        };
        const told = await askAll(at(settings, "no-passages"), {
          small,
          heads: !quotes,
          ports: own,
        });
        expect(told.events.at(-1)).toMatchObject({ outcome: "answered" });
        expect(sent(told)).not.toContain("as the treaty of the seven mills");
        expect(sent(told)).not.toContain("before the spring of next year");
      }
    }
  });

  it("sends nothing at all, where nothing may leave", async () => {
    for (const settings of variants) {
      const told = await askAll(at(settings, "nothing"), { small: leaky, ports: own });
      expect(told.events.at(-1)).toMatchObject({ outcome: "answered" });
      expect([told.large, told.searches]).toEqual([[], []]);
      const doers = told.events.flatMap((event) =>
        event.type === "stage-start" ? [event.tier] : [],
      );
      expect(new Set(doers)).toEqual(new Set(["small"]));
    }
  });

  it("keeps nothing back of what anyone may read", async () => {
    for (const level of ["no-passages", "no-findings"] as const) {
      for (const ports of [publicLibrary, madePublic]) {
        const free = await askAll(generous(preset, true), { ports });
        const held = await askAll(at(generous(preset, true), level), { ports });
        expect(sent(held)).toBe(sent(free));
      }
    }
  });
});

describe("a library built in beside the first", () => {
  const [first] = everyPreset;
  if (first === undefined) throw new RangeError("no preset");
  const settings = at(generous(first.settings, true), "no-findings");

  it.each(["atlas", "factbook", "context:atlas"])(
    "leaks nothing while it is private, whatever its name: %s",
    async (id) => {
      const told = await askAll(settings, { small: leaky, ports: library(id, "private") });
      expect(told.events.at(-1)).toMatchObject({ outcome: "answered" });
      expect(sent(told)).not.toContain(canary);
    },
  );

  it.each(["atlas", "own:1", "corpus:atlas"])("is quoted where it is public: %s", async (id) => {
    const told = await askAll(settings, { small: leaky, ports: library(id, "public") });
    expect(sent(told)).toContain(canary);
  });
});

describe("what may leave", () => {
  it("holds whatever the models say", { timeout: 120_000 }, async () => {
    const words = fc.constantFrom(
      canary,
      "Graz",
      passage,
      `Which river runs through ${canary}?`,
      `1. ${canary}\n2. Graz`,
      `[Query 1]: ${canary}\n[Answer 1]: Graz\n[Unsolved Query]: What of ${canary}?`,
      `Answer: ${canary}`,
      "yes",
      "no",
      `Query: ${canary}\nClaim: ${canary} | ${canary}`,
    );
    const script = (texts: readonly string[]): FakeScript => {
      let index = 0;
      return (request) => {
        const text = texts[index++ % texts.length] ?? "";
        return hasRead(request)
          ? text
          : text.replaceAll(passage, "Graz").replaceAll(canary, "Graz");
      };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...everyPreset),
        fc.array(words, { minLength: 1, maxLength: 12 }),
        fc.array(words, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        async ({ settings }, small, large, heads, reads) => {
          const told = await askAll(at(generous(settings, reads), "no-findings"), {
            small: script(small),
            large: script(large),
            heads,
            ports: own,
          });
          expect(sent(told)).not.toContain(canary);
          const quoting = await askAll(at(generous(settings, reads), "no-passages"), {
            small: script(small),
            large: script(large),
            heads,
            ports: own,
          });
          expect(sent(quoting)).not.toContain("as the treaty of the seven mills");
        },
      ),
      { numRuns: 150, seed: 20261122 },
    );
  });

  it("is told in the log, with who did it instead", async () => {
    const settings = everyPreset.find(({ id }) => id === "homo-router")?.settings;
    if (settings === undefined) throw new RangeError("no preset");
    const { events, small } = await askAll(at(settings, "no-passages"), { ports: own });
    expect(events.find(({ type }) => type === "call-start")).toMatchObject({
      model: { tier: "small" },
      withheld: { destination: "https://large.example", reason: "passages" },
    });
    expect(small).toHaveLength(1);
  });

  it("leaves nobody to read that a stage is done by who may not be told", async () => {
    const allLarge = everyPreset.find(
      ({ settings: { plan, summarise } }) => plan === "large" && summarise === "large",
    );
    if (allLarge === undefined) throw new RangeError("no preset");
    const { events } = await askAll(at(allLarge.settings, "no-findings"), { ports: own });
    const doers = events.flatMap((event) =>
      event.type === "stage-start" && event.stage !== "solve" ? [[event.stage, event.tier]] : [],
    );
    expect(doers).toEqual([
      ["plan", "large"],
      ["summarise", "small"],
    ]);
  });

  it("ends a run that has no small way", async () => {
    const settings = everyPreset.find(({ id }) => id === "homo-router")?.settings;
    if (settings === undefined) throw new RangeError("no preset");
    const { small: model } = await askAllSmallElsewhere(at(settings, "nothing"));
    expect(model).toMatchObject({ outcome: "failed", error: { code: "privacy-withheld" } });
  });
});

async function askAllSmallElsewhere(settings: RunSettings) {
  const { fakeModel } = await import("../testing/fakes.ts");
  const small = fakeModel("small", sensible(), { destination: "https://small.example" });
  const { events } = await askAll(settings, { ports: { ...own, small } });
  expect(small.requests).toEqual([]);
  return { small: events.at(-1) };
}
