/** The worlds are FAKE, the pipeline is real. */
import type { RunEvent } from "../log/events.ts";
import type { Passage } from "../log/types.ts";
import { fakeModel, fakeReader, fakeRetriever } from "./fakes.ts";
import { replying } from "./methods/fake-runs.ts";
import { allByModel, askRaIsf, type World, worldly } from "./methods/ra-isf.fake-runs.ts";
import { askStages, fakeTool, priced, sayingDanube, slimSettings } from "./methods/stage-runs.ts";
import { askStepwise } from "./methods/stepwise.ts";

const passages: readonly Passage[] = [
  {
    id: "at",
    title: "Austria: Government",
    text: "The capital of Austria is Vienna, on the upper Danube plain.",
  },
  {
    id: "vienna",
    title: "Vienna",
    text: "The river Danube runs through Vienna from west to east.",
  },
  { id: "graz", title: "Graz", text: "Graz lies on the river Mur in Styria." },
  { id: "mur", title: "Mur", text: "The river Mur rises in Salzburg and joins the Drava." },
];

const claims = [
  "Graz is the capital of Austria.",
  "The Mur runs through Graz.",
  "Austria lies in central Europe.",
  "The Mur rises in Salzburg.",
  "The capital has a river.",
  "Styria is a state of Austria.",
  "Vienna is a city in Austria.",
  "The Danube is a river in Europe.",
  "Graz is the second city of the country by population.",
  "The Mur flows into the Drava.",
];

/** SlimPLM has an unknown guess, two rewrites and ten claims: twelve queries. */
export function slimRun(queries = 12): Promise<RunEvent[]> {
  const rewrites = [
    "river that runs through the capital of Austria",
    "capital city of Austria, its river",
  ];
  const lines = [
    ...rewrites.slice(0, queries).map((query) => `Query: ${query}`),
    ...claims
      .slice(0, Math.max(0, queries - 2))
      .map((claim) => `Claim: ${claim} | ${claim.replace(/\.$/u, "").toLowerCase()}`),
  ];
  const small = fakeModel(
    "small",
    replying({
      proxy: "Answer: The Mur, which runs through Graz.",
      judge: [
        { text: "no", yes: 0.31 },
        { text: "no", yes: 0.12 },
        { text: "yes", yes: 0.91 },
        { text: "yes", yes: 0.88 },
        { text: "no", yes: 0.2 },
      ],
      claims: lines.join("\n"),
    }),
  );
  const reader = fakeReader((_, passage) => ({
    relevance: passage.includes("Danube") ? 0.93 : 0.22,
  }));
  return askStages(
    { ...slimSettings, rerank: true },
    { small, large: sayingDanube() },
    { reader, retriever: fakeRetriever(passages) },
  );
}

/** The question is known: one call, no search. */
export function knownRun(): Promise<RunEvent[]> {
  const small = fakeModel(
    "small",
    replying({ proxy: "Answer: Danube", judge: { text: "yes", yes: 0.86 } }),
  );
  return askStages(slimSettings, {
    small,
    large: fakeModel("large", replying({ answer: "Answer: Danube" })),
  });
}

const whole = "Does the river through the capital of Austria reach the same sea as the Mur?";
const parts = {
  river: "Which river runs through the capital of Austria?",
  sea: "Which sea does that river reach?",
  mur: "Into which sea do the waters of the Mur flow?",
  drava: "Where does the Mur end?",
  danube: "Where does the Drava end?",
};
const world: World = {
  [whole]: { parts: [parts.river, parts.sea, parts.mur], combined: "yes" },
  [parts.river]: { relevant: ["vienna"], read: "Danube" },
  [parts.sea]: { known: "the Black Sea" },
  [parts.mur]: { parts: [parts.drava, parts.danube], combined: "the Black Sea" },
  [parts.drava]: { relevant: ["mur"], read: "in the Drava" },
  [parts.danube]: {},
};

/** RA-ISF splits twice; parts are known, read, combined, and unknown. */
export async function raIsfRun(): Promise<RunEvent[]> {
  const settings = { ...allByModel, fallback: { ...allByModel.fallback, maxDepth: 2 } };
  const { events } = await askRaIsf({
    script: worldly(world, passages),
    question: whole,
    settings,
    passages,
  });
  return events;
}

/** The service answers or is over its limit. */
export function routerRun(
  outcome: "answers" | "fails" | "no-price" = "answers",
): Promise<RunEvent[]> {
  const web = { id: "web:1", title: "Vienna", text: "Vienna lies on the Danube." };
  const google = fakeTool(
    priced("google", outcome === "no-price" ? null : 5),
    outcome === "fails" ? "tool-rate-limited" : web,
  );
  const bing = fakeTool(priced("bing", 10), web);
  const router = {
    toolIds: ["none", "google", "bing"],
    lambda: outcome === "no-price" ? 0 : 0.015,
    trainedOn: 60,
    predict: async () => ({ none: 0.62, bing: 0.8, google: outcome === "no-price" ? 0.9 : 0.74 }),
  };
  const choice = outcome === "no-price" ? ("best-predicted" as const) : ("cost-saving" as const);
  const settings = {
    ...slimSettings,
    method: "homo-router",
    gate: { ...slimSettings.gate, kind: "off" as const },
    rewriter: "vanilla" as const,
    source: { choice, tool: "library" },
  };
  return askStages(
    settings,
    { small: fakeModel("small", () => "Danube"), large: sayingDanube() },
    { router, tools: [google, bing] },
  );
}

export function stepwiseRun(): Promise<RunEvent[]> {
  const small = fakeModel(
    "small",
    replying({
      reason: [
        "Q1: What is the capital of Austria?",
        "Q2: Which river runs through Vienna?",
        "Final: Danube [2]",
      ],
      answer: ["Vienna", "Danube"],
    }),
  );
  return askStepwise(small);
}

/** A person's correction supersedes later steps. */
export async function leftRun(): Promise<RunEvent[]> {
  const events = await stepwiseRun();
  const verdict = events.find((event) => event.type === "verdict" && event.node === "node-2");
  if (verdict === undefined) throw new Error("the fake run asks nothing on the way");
  const small = fakeModel(
    "small",
    replying({ reason: ["Q2: Which river runs through Graz?", "Final: Mur [2]"], answer: ["Mur"] }),
  );
  const resume = { events, beforeSeq: verdict.seq, node: "node-2", correction: { answer: "Graz" } };
  return askStepwise(small, { runId: "left", resume });
}
