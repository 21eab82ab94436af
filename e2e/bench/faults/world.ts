/**
 * Opens one page in Node: runtime, storage, recorder, ledger and engines, over in-memory IndexedDB
 * and virtual time.
 */

import { readFileSync } from "node:fs";
import { createRuntime, type Runtime } from "../../../src/app/runtime/runtime.ts";
import { readActionPolicy, writeActionPolicy } from "../../../src/evaluation/policy/policy.ts";
import type { RunSettings } from "../../../src/log/types.ts";
import { run } from "../../../src/methods/registry.ts";
import { makeTools } from "../../../src/session/search-tools.ts";
import { capTools, connectServer } from "../../../src/session/server-model.ts";
import type { BudgetScope, ServerRequest, Services } from "../../../src/session/services.ts";
import { newTool } from "../../../src/session/tool-entry.ts";
import { toolMaker } from "../../../src/session/tool-maker.ts";
import { database } from "../../../src/storage/database.ts";
import { createRouterStorage } from "../../../src/storage/router.ts";
import { databaseRuns } from "../../../src/storage/runs.ts";
import { databaseLedger } from "../../../src/storage/spending.ts";
import { fakeServices, memoryStorage } from "../../../src/testing/fake-services.ts";
import { fakeRetriever } from "../../../src/testing/fakes.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import { type Served, type Site, siteFetch } from "./fetch-faults.ts";
import { FaultPlan } from "./plan.ts";
import {
  type Doors,
  faultyClock,
  faultyEmbedder,
  faultyGenerate,
  faultyReader,
  faultyRetriever,
  faultyTool,
  through,
} from "./port-faults.ts";
import { readerOf, type Story, said, shown, storyOf, vectorOf } from "./script.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** In US dollars; runs stay far below these. */
export const caps = { perQuestionUsd: 1, perDayUsd: 5 };
export const largePrice = {
  inputPerMillion: 100,
  outputPerMillion: 200,
  cachedInputPerMillion: null,
  source: "made up",
  asOf: "2026-01-01",
};
export const searchUsdPerThousand = 5;

/** It always expects small-large-large to be right. */
const hopefulPolicy = ((): string => {
  const policy = readActionPolicy(readFileSync("public/examples/where-it-pays.json", "utf8"));
  const none = policy.actions.map(() => 0);
  const intercepts = policy.actions.map(({ id }) => (id === "SLL" ? 5 : -5));
  return writeActionPolicy({
    ...policy,
    answerers: { ...policy.answerers, small: scriptedModel(() => "").ref.model },
    models: { ...policy.models, sureness: { intercepts, slopes: none } },
  });
})();

export interface World {
  story: Story;
  site: Site;
  time: VirtualTime;
  settings: RunSettings;
  /** Unique per world: the engine remembers refusals. */
  host: string;
  newId: () => string;
}

export interface Page {
  runtime: Runtime;
  plan: FaultPlan;
  /** In US dollars; null before any question. */
  spentUsd: () => number | null;
}

let worlds = 0;

export function newWorld(settings: RunSettings, seed: number, time: VirtualTime): World {
  worlds += 1;
  const story = storyOf(seed);
  const served: Served = { promptTokens: 0, generatedTokens: 0, searches: 0, strayed: 0 };
  let state = seed >>> 0;
  const site: Site = {
    served,
    chat: () => "",
    search: () => [
      {
        title: story.capital,
        content: `The river ${story.river} runs through the capital of ${story.country}, ${story.capital}.`,
        url: "https://pages.example/1",
      },
      {
        title: story.country,
        content: `The capital of ${story.country} is ${story.capital}.`,
        url: "https://pages.example/2",
      },
    ],
    pieceOf() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return 40 + (state % 80);
    },
  };
  let ids = 0;
  const newId = () => `run-${++ids}`;
  return { story, site, time, settings, host: `https://large-${worlds}.example`, newId };
}

/** Calls are counted once a plan is armed. */
export function openPage(world: World): Page {
  const { story, time, site } = world;
  const plan = new FaultPlan();
  const stop = () => runtime.stop();
  const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const doors: Doors = { plan, stop, later };
  const noObject = { garbage: () => ({}), empty: () => undefined };
  const door = <T>(name: string, ask: () => Promise<T>) =>
    through(doors, `service.${name}`, ask, noObject);
  globalThis.fetch = siteFetch(site, doors);
  const open = database();
  const ledger = databaseLedger(open);
  const tools = toolMaker(async (inputs) => makeTools(inputs, open));
  const epochMs = () => 1_760_000_000_000 + time.nowMs;
  const clock = faultyClock({ nowMs: () => time.nowMs, epochMs }, doors);
  let purse: BudgetScope | null = null;
  const base = fakeServices();
  const services: Services = {
    ...base,
    clock,
    storage: memoryStorage(),
    newId: world.newId,
    onNextFrame: (callback) => void setTimeout(callback, 16),
    catalogue: () => door("catalogue", base.catalogue),
    shippedPolicy: () => door("shippedPolicy", async () => hopefulPolicy),
    loadRun: () => door("loadRun", async () => run),
    loadSmall: () =>
      door("loadSmall", async () => {
        const model = scriptedModel((request) => said(story, request.purpose, shown(request)), {
          nowMs: () => time.nowMs,
          pause: () => new Promise((resolve) => setImmediate(resolve)),
        });
        const generate = faultyGenerate(model, "small", doors);
        return { ref: model.ref, device: model.device, generate, unload: () => model.unload() };
      }),
    openLibrary: () =>
      door("openLibrary", async () => ({
        retriever: faultyRetriever(fakeRetriever(story.passages), doors),
        embedder: faultyEmbedder({ embed: async (texts) => texts.map(vectorOf) }, doors),
        reader: faultyReader(readerOf(story), doors),
        device: "wasm" as const,
        refused: null,
        openContext: () => Promise.reject(new Error("nobody asks for it")),
        close: () => undefined,
      })),
    connectServer: (request: ServerRequest, from: BudgetScope) =>
      door("connectServer", async () => {
        purse = from;
        const model = await connectServer(request, from, ledger);
        const generate = faultyGenerate(model, "large", doors);
        return {
          ref: model.ref,
          generate(asked, signal) {
            site.chat = () => said(story, asked.purpose, shown(asked));
            return generate(asked, signal);
          },
        };
      }),
    searchTools: (requests, from) =>
      door("searchTools", async () => {
        const found = await tools(requests);
        if (found.length > 0) purse = from;
        const capped = found.length === 0 ? [] : await capTools(found, from, ledger);
        return capped.map((tool) => faultyTool(tool, doors));
      }),
    routerStorage: () => door("routerStorage", async () => createRouterStorage(open)),
    runStorage: () => door("runStorage", async () => databaseRuns(open)),
    tabs: () =>
      door("tabs", async () => ({
        claim: () => door("claim", async () => () => undefined),
        claimed: async () => new Set<string>(),
        announce: () => undefined,
        follow: () => () => undefined,
      })),
  };
  const runtime = createRuntime(services);
  setUp(runtime, world);
  return { runtime, plan, spentUsd: () => purse?.budget?.spentUsd() ?? null };
}

function setUp({ settings }: Runtime, world: World): void {
  const { large, change } = settings.getState();
  const searxng = {
    ...newTool("searxng", []),
    address: world.host,
    usdPerThousand: searchUsdPerThousand,
  };
  change({
    run: world.settings,
    large: { ...large, baseUrl: `${world.host}/v1`, model: "made-up", price: largePrice },
    caps,
    tools: world.settings.source.tool === "searxng" ? [searxng] : [],
  });
}
