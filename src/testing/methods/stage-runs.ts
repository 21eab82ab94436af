import { AppError, type ErrorCode } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Passage, RunSettings, ToolRef } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import type { ChatModel, Ports, SearchTool } from "../../runtime/ports.ts";
import { collect, FakeSignal, fakeModel, fakePorts, fakeSettings } from "../fakes.ts";
import { question, replying } from "./fake-runs.ts";

/** `ports` overrides the fakes. */
export function askStages(
  settings: RunSettings,
  models: { small: ChatModel; large?: ChatModel | null },
  ports: Partial<Ports> = {},
  { signal = new FakeSignal(), asked = question } = {},
): Promise<RunEvent[]> {
  const { small, large = null } = models;
  const all = { ...fakePorts(small, large), ...ports };
  return collect(run({ runId: "r", question: asked, settings }, all, signal));
}

/** Enables every part, with one large call. */
export const slimSettings: RunSettings = {
  ...fakeSettings,
  method: "slim-plm",
  plan: "off",
  summarise: "large",
  gate: { kind: "judge", by: "small", judge: "model", threshold: 0.5 },
  rewriter: "claims",
  retrieval: { ...fakeSettings.retrieval, k: 10 },
};

type Replies = Parameters<typeof replying>[0];

/** Makes a wrong guess, one rewrite, two claims. */
export const proxy = (replies: Replies = {}) =>
  fakeModel(
    "small",
    replying({
      proxy: "Answer: The Mur runs through Graz.",
      judge: "no",
      claims:
        "Query: river capital Austria\nClaim: Graz is the capital of Austria. | capital Austria Graz\n" +
        "Claim: The Mur runs through Graz. | river Mur Graz",
      ...replies,
    }),
  );

export const sayingDanube = () =>
  fakeModel("large", replying({ answer: "Answer: Danube\nIt runs through Vienna [1]." }));

export const priced = (id: string, usdPerThousand: number | null): ToolRef => ({
  id,
  title: id.toUpperCase(),
  destination: `https://${id}.example`,
  visibility: "private",
  usdPerThousand,
});

export function fakeTool(ref: ToolRef, outcome: Passage | ErrorCode): SearchTool {
  return {
    ref,
    mostRequests: 1,
    async search({ text }) {
      if (typeof outcome === "string") throw new AppError(outcome, { bytesSent: 7 });
      const passages = [{ ...outcome, score: 1 }];
      return { passages, requests: 1, bytesSent: text.length, bytesReceived: 90, cached: false };
    },
  };
}

/** The answer from memory is wrong and judged so. */
export const chainSolver = (replies: Replies = {}) =>
  fakeModel(
    "small",
    replying({
      proxy: "Answer: Mur",
      judge: "no",
      plan: "What is the capital of Austria?",
      read: ["Vienna", "Danube"],
      continue: ["Q2: Which river runs through Vienna?", "Final: Danube"],
      summarise: "Danube",
      ...replies,
    }),
  );
