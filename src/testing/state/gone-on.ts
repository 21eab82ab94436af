import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings, Tier } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import type { ChatRequest, Ports } from "../../runtime/ports.ts";
import { cutAt, type RetryPoint, resumeAt } from "../../session/retry-point.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
} from "../fakes.ts";
import { question } from "../methods/fake-runs.ts";
import { fakeTool, priced } from "../methods/stage-runs.ts";

/** Replies depend on the question only, so repeated calls agree. */
export const sensible: FakeScript = ({ purpose, messages, assistantPrefix = "" }) => {
  const asked = messages.at(-1)?.content ?? "";
  const replies: Partial<Record<string, string>> = {
    judge: "no",
    relevance: "yes",
    claims: "Query: capital Austria\nClaim: It is the Mur. | river Mur",
    decompose: "1. What is the capital of Austria?\n2. Which river runs through Vienna?",
    proxy: "Answer: Danube",
    reason: assistantPrefix.includes("Vienna")
      ? "Final: Danube"
      : "What is the capital of Austria?",
    answer: asked.includes("capital of Austria?") ? "Vienna" : "Danube",
  };
  return { text: replies[purpose] ?? "", logprob: -0.9 };
};

export interface Asked {
  settings: RunSettings;
  script?: FakeScript;
  skills?: boolean;
  heads?: boolean;
}

export async function go(
  { settings, script = sensible, skills = false, heads = false }: Asked,
  resume?: ReturnType<typeof resumeAt>,
) {
  const requests: (ChatRequest & { tier: Tier })[] = [];
  const noting =
    (tier: Tier): FakeScript =>
    (request) => {
      requests.push({ ...request, tier });
      return script(request);
    };
  const reader = fakeReader((_question, text) =>
    text.includes("Danube") ? { span: "Danube" } : {},
  );
  const ports: Ports = {
    ...fakePorts(
      fakeModel("small", noting("small"), { skills }),
      fakeModel("large", noting("large")),
      heads ? reader : null,
    ),
    tools: [fakeTool(priced("web", 5), { id: "web:1", title: "Vienna", text: "On the Danube." })],
    router: {
      toolIds: ["none", "bm25", "web"],
      lambda: 0.01,
      trainedOn: 60,
      predict: async () => ({ none: 0.1, bm25: 0.5, web: 0.9 }),
    },
  };
  const request = { runId: resume === undefined ? "r" : "r2", question, settings, resume };
  const events = await collect(run(request, ports, new FakeSignal()));
  return { events, requests };
}

export async function resumeFrom(
  asked: Asked,
  events: readonly RunEvent[],
  point: RetryPoint,
  tier: Tier | null = null,
) {
  const cut = cutAt(events, point, asked.settings);
  if (cut === null) throw new Error("nothing to go on from");
  return { cut, ...(await go(asked, resumeAt(events, cut, tier))) };
}

/** Names steps by order instead of id. */
export function outcomeOf(events: readonly RunEvent[]) {
  const { nodes, branches, answer, outcome } = foldTrace(events);
  const live = [...nodes.values()].filter(({ abandoned }) => !abandoned);
  const place = (id: string | null) => live.findIndex((node) => node.id === id);
  return {
    outcome,
    answer: [answer?.short, answer?.text],
    citations: answer?.citations.map((one) => ({ ...one, node: place(one.node) })),
    path: answer?.path.map((one) => ({ ...one, node: place(one.node) })),
    branches: branches
      .filter(({ left }) => left === null)
      .map(({ parent, cause, nodes: own }) => [place(parent), cause, own.map(place)]),
    nodes: live.map(({ query, status, answer: said }) => [query, status, said]),
  };
}

export interface LeftStep {
  query?: string | undefined;
  answer?: string | null | undefined;
  status?: string | undefined;
}

export function supersededSteps(events: readonly RunEvent[]) {
  const { nodes, branches } = foldTrace(events);
  return branches.flatMap(({ left, parent, nodes: own }) =>
    left === null
      ? []
      : own.map((id) => {
          const { query, answer, status, abandoned } = nodes.get(id) ?? {};
          return { left, parent, query, answer, status, abandoned };
        }),
  );
}
