/** FAKE: the router's store over a made-up run and embedder. */
import * as Comlink from "comlink";
import { afterEach, vi } from "vitest";
import {
  createRouterStore,
  type RouterParts,
  type RouterStore,
} from "../../features/router/store.ts";
import { type RouterWork, routerWorkFor } from "../../features/router/work.ts";
import { costOfRequests } from "../../log/cost.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { ToolRef } from "../../log/types.ts";
import { createRouter, type Router } from "../../methods/homo-router/training/client.ts";
import { createRouterWorker } from "../../methods/homo-router/training/solver.ts";
import type { Ports, SearchTool } from "../../runtime/ports.ts";
import type { Run, RunRequest } from "../../runtime/run.ts";
import type { Services } from "../../session/services.ts";
import { fakeServices } from "../fake-services.ts";
import { fakeModel } from "../fakes.ts";
import { rowEncoder } from "../router/rows.ts";

export const paid: ToolRef = {
  id: "paid",
  title: "Paid",
  destination: "https://search.example",
  visibility: "private",
  usdPerThousand: 10,
};

/** What each tool answers; an error is that service's failure. */
type Answers = Record<string, string | AppError>;

/** FAKE: the course of a run with a fixed tool, as the log tells it. */
function fakeToolRun(answers: Answers, ref: ToolRef = paid) {
  const requests: RunRequest[] = [];
  const run: Run = async function* (request) {
    requests.push(request);
    const tool = request.settings.source.tool;
    const answer = answers[tool] ?? "";
    let seq = 0;
    const event = (body: Record<string, unknown>) =>
      ({ seq: seq++, atMs: 0, ...body }) as unknown as RunEvent;
    if (answer instanceof AppError) {
      yield event({
        type: "tool-failure",
        node: "n1",
        tool: ref,
        error: answer.toData(),
        instead: "hybrid",
        bytesSent: 0,
        totalMs: 1,
        requests: 2,
        cost: costOfRequests(2, ref),
      });
    } else if (tool === ref.id) {
      const usd = ref.usdPerThousand === null ? null : ref.usdPerThousand / 1000;
      yield event({
        type: "retrieval",
        node: "n1",
        search: request.question,
        mode: "service",
        passages: [],
        bytesSent: 9,
        totalMs: 1,
        tool: ref,
        requests: 1,
        cost: { usd, basis: "estimated" },
      });
    }
    const short = answer instanceof AppError ? "yes" : answer;
    yield event({ type: "answer", call: null, text: short, short, citations: [], path: [] });
    yield event({ type: "run-end", outcome: "answered", error: null });
  };
  return { requests, run };
}

const open: Router[] = [];
afterEach(() => {
  for (const router of open.splice(0)) router.close();
});

function realRouter(): Router {
  const router = createRouter(() => {
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(createRouterWorker(), port1);
    return Object.assign(port2, { terminate: () => port1.close() });
  });
  open.push(router);
  return router;
}

/** A store and the dialog's work over it. */
export function routerStore(parts: RouterParts): RouterStore & RouterWork {
  const store = createRouterStore(parts);
  return Object.assign(store, routerWorkFor(store));
}

/** FAKE: a store whose runs answer as told; refining, training and solving are the real ones. */
export function storeWith(answers: Answers, ref = paid, changes: Partial<Services> = {}) {
  const fake = fakeToolRun(answers, ref);
  const embed = vi.fn(async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from([text.length, 1])),
  );
  const router = realRouter();
  const services = fakeServices({
    loadRun: () => Promise.resolve(fake.run),
    router: () => Promise.resolve(router),
    ...changes,
  });
  const search = () => Promise.reject(new AppError("internal"));
  const service: SearchTool = { ref, mostRequests: 3, search };
  const [small, large] = (["small", "large"] as const).map((tier) => fakeModel(tier, () => ""));
  const ports = { small, large, tools: [service], embedder: { embed } } as unknown as Ports;
  const store = routerStore({
    services,
    ports: () => Promise.resolve(ports),
    embedder: () => Promise.resolve({ embed }),
    encoderId: () => Promise.resolve(rowEncoder),
  });
  return { store, embed, services, requests: fake.requests };
}

export async function withQuestions(store: RouterStore & RouterWork, count = 2): Promise<void> {
  await store.load();
  const list = Array.from({ length: count }, (_, index) => ({
    id: null,
    question: `Is it ${index}?`,
    golds: ["yes"],
  }));
  await store.addQuestions(list);
}
export const scoresOf = (store: RouterStore) => store.getState().rows.map(({ scores }) => scores);
