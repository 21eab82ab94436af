/**
 * Adding an engine takes one object and one line: this test defines one and finds it everywhere.
 * Example of `docs/engines.md`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { act, screen, within } from "@testing-library/react";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ModelsPart } from "../features/settings/view/models/ModelsPart.tsx";
import { AppError } from "../log/errors.ts";
import { firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { catalogue } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import type { EngineInfo } from "../models/engine.ts";
import { engines } from "../models/engines.ts";
import { loadSmall } from "../node/node-ports.ts";
import type { ChatModel, ChatRequest } from "../runtime/ports.ts";
import { hubModels, loadSmall as loadInPage } from "../session/local-parts.ts";
import type { Services } from "../session/services.ts";
import { describeEngineContract } from "../testing/engine-contract.ts";
import { fakeServices } from "../testing/fake-services.ts";
import { FakeSignal, fakeEmbedder, fakePassages, fakeRetriever } from "../testing/fakes.ts";
import { renderPart } from "../testing/render-app.tsx";
import { scriptedModel } from "../testing/scripted-model.ts";
import { loadingText } from "../ui-kit/text/loading.ts";

const known = ["Paris", "Earth"];

/** Canned replies to every request that a model gets when it is loaded. */
function said({ constraint, purpose }: ChatRequest): string {
  if (constraint?.kind === "choice") {
    const { options } = constraint;
    return options.find((option) => known.includes(option)) ?? options[0] ?? "";
  }
  if (purpose === "plan") return "[Unsolved Query]: Which river flows through Vienna?";
  return "The Danube flows through Vienna";
}

/** The fault of the next load. */
let trouble: "none" | "fails" | "waits" | "nonsense" = "none";
let unloaded = 0;
beforeEach(() => {
  trouble = "none";
  unloaded = 0;
});

const toy: EngineInfo = {
  id: "toy",
  title: "Toy engine",
  devices: ["wasm", "cpu"],
  open: async () => ({
    async load(model, { device, onProgress }, signal) {
      onProgress({ phase: "downloading", loadedBytes: 3e6, totalBytes: 7e6, bytesPerSecond: 1e6 });
      if (trouble === "fails") throw new AppError("model-load-failed", { message: "toys are out" });
      if (trouble === "waits") await aborted(signal);
      let nowMs = 0;
      const script = trouble === "nonsense" ? () => "butter" : said;
      const ref = { engine: "toy", model: model.id };
      const loaded = scriptedModel(script, { ref, contextTokens: 2000, nowMs: () => nowMs++ });
      return {
        ref: loaded.ref,
        device: device === "cpu" ? "cpu" : "wasm",
        generate: (request, stop) => loaded.generate(request, stop),
        async unload() {
          unloaded += 1;
          await loaded.unload();
        },
      };
    },
    models: async () => [{ ...entry, id: "toy-large", title: "Large toy" }],
    storage: {
      stored: async (models) => new Map(models.map(({ id }) => [id, 5e6])),
      remove: async () => undefined,
    },
  }),
};

engines.add(toy);

function aborted(signal: Parameters<ChatModel["generate"]>[1]): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new AppError("stopped")));
  });
}

const listed = {
  id: "toy-small",
  title: "Small toy",
  role: "small-lm",
  engine: "toy",
  path: "toy-small",
  dtype: { wasm: "q8", webgpu: null, cpu: "q8" },
  bytes: 7e6,
  memoryMB: 9,
  contextTokens: 2000,
  parameters: 1,
  licence: "MIT",
  source: "a test",
  needsF16: false,
  externalDataChunks: null,
};

const list = catalogue.parse({ version: 1, models: [listed] });
const entry = list.models[0] as CatalogueModel;
const never = new FakeSignal();

describeEngineContract(
  "toy",
  async () => {
    const engine = await toy.open({ modelsBase: "" });
    return engine.load(entry, { device: "auto", threads: 1, onProgress: () => undefined }, never);
  },
  {
    constrains: false,
    reusesPrefix: true,
    exactPrefix: true,
    tooManyWords: 2500,
    unload: async (model) => {
      if ("unload" in model && typeof model.unload === "function") await model.unload();
    },
  },
);

/** The page's own loaders over a catalogue with one model. */
const page: Partial<Services> = {
  catalogue: async () => list,
  loadSmall: loadInPage,
  hubModels,
  loadRun: async () => run,
  openLibrary: async (request, signal) => ({
    ...(await fakeServices().openLibrary(request, signal)),
    retriever: fakeRetriever(fakePassages),
    embedder: fakeEmbedder,
  }),
};

async function models() {
  const shown = renderPart(<ModelsPart />, [], page);
  await act(() => shown.runtime.start());
  const row = () => within(screen.getAllByText("Small toy")[0]?.closest("li") ?? shown.container);
  const load = () => shown.user.click(row().getByRole("button", { name: "Load now" }));
  return { ...shown, row, load };
}

describe("a toy engine in the page", () => {
  it("is named beside its model, which loads with progress and is cancelled", async () => {
    const { row, load, user } = await models();
    row().getByText(/part of this page · 7.0 MB .* MIT · runs on Toy engine/u);
    trouble = "waits";
    await load();
    await row().findByText(/3.0 MB of 7.0 MB/u);
    await user.click(row().getByRole("button", { name: loadingText.cancel }));
    trouble = "none";
    await user.click(await row().findByRole("button", { name: "Load now" }));
    await row().findByText(/in use, ready on /u);
  });

  it.each([
    ["fails", "The engine said: toys are out. No question was run."],
    ["nonsense", /A known test question came back as rubbish/u],
  ] as const)("says why its model does not load: it %s", async (what, sentence) => {
    const { row, load } = await models();
    trouble = what;
    await load();
    await row().findByText(sentence);
    expect(unloaded).toBe(what === "nonsense" ? 1 : 0);
  });

  it("offers what it knows beside the catalogue, and what the browser keeps of it", async () => {
    const { runtime } = await models();
    await act(() => runtime.loadHubModels());
    expect(await screen.findByText("Large toy")).toBeTruthy();
  });

  it("answers a run, and is unloaded", async () => {
    const { runtime } = await models();
    const settings = firstMethod.presets.at(-1)?.settings;
    if (settings === undefined) throw new RangeError("it has no preset");
    runtime.settings.getState().changeRun(settings);
    await act(() => runtime.ask("Which river flows through Vienna?"));
    const { trace, error } = runtime.run.getState();
    expect([error, trace.outcome]).toEqual([null, "answered"]);
    expect(trace.answer?.short).toContain("Danube");
    expect([...trace.calls.values()].map(({ start }) => start.model.engine)).toContain("toy");
    await act(() => runtime.loaders.discardSmall());
    expect(unloaded).toBe(1);
  });
});

it("is in no catalogue before its line is written", () => {
  const models = [{ ...listed, engine: "nobody" }];
  expect(() => catalogue.parse({ version: 1, models })).toThrow(/no such engine/u);
});

describe("a toy engine on the command line", () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  it("loads its model by the catalogue of a folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hopwise-toy-"));
    folders.push(folder);
    await writeFile(
      join(folder, "catalogue.json"),
      JSON.stringify({ version: 1, models: [listed] }),
    );
    const phases: string[] = [];
    const onProgress = ({ phase }: { phase: string }) => void phases.push(phase);
    const model = await loadSmall({ threads: 1, id: "toy-small", folder, onProgress }, never);
    expect([model.ref.engine, model.device, phases]).toEqual(["toy", "cpu", ["downloading"]]);
  });
});
