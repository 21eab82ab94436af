import { describe, expect, it } from "vitest";
import { AppError, type ErrorData } from "../../log/errors.ts";
import type { ChatPart, ChatRequest } from "../../runtime/ports.ts";
import { type RemoteCallback, settle } from "../../shared/rpc/bridge.ts";
import { describeEngineContract } from "../../testing/engine-contract.ts";
import { PlayedWorker } from "../../testing/played-worker.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { GpuProbe } from "../device.ts";
import type { LoadedModel, LoadProgress } from "../engine.ts";
import { WorkerCalls } from "../worker-calls.ts";
import { TransformersEngine } from "./transformers.ts";
import type { ModelWorker } from "./worker.ts";

const never = new AbortController().signal;

const entry: CatalogueModel = {
  id: "played",
  title: "Played",
  role: "test",
  engine: "transformers",
  path: "played",
  hub: null,
  dtype: { wasm: "q8", webgpu: "q4", cpu: null },
  bytes: 10,
  memoryMB: 1,
  contextTokens: 100,
  parameters: 1,
  licence: "none",
  source: "none",
  needsF16: false,
  externalDataChunks: 0,
  files: [],
};

const request: ChatRequest = {
  messages: [{ role: "user", content: "a b c" }],
  fixedPrefixMessages: 0,
  maxTokens: 10,
  stop: [],
  temperature: 0,
  purpose: "read",
};

interface Played {
  api: ModelWorker;
  lose: (error: AppError) => void;
  devices: string[];
}

function played(changes: Partial<ModelWorker> = {}): Played {
  const model = scriptedModel(() => "whales, squid and the very old turtles", {
    contextTokens: 500,
  });
  let onLost: RemoteCallback<ErrorData> = () => {};
  const devices: string[] = [];
  const calls = new WorkerCalls(async (asked, emit, signal) => {
    for await (const part of model.generate(asked, signal)) {
      if (part.type === "end") return part;
      emit(part.text);
    }
    throw new AppError("internal");
  });
  const api: ModelWorker = {
    load: (asked, onProgress, lost) =>
      settle(async () => {
        devices.push(asked.device);
        onLost = lost;
        const progress: LoadProgress = {
          phase: "ready",
          loadedBytes: 10,
          totalBytes: 10,
          bytesPerSecond: null,
        };
        await onProgress(progress);
        return null;
      }),
    generate: (id, asked, emit) => settle(() => calls.run(id, asked, emit)),
    abort: (id) => calls.abort(id),
    ...changes,
  };
  return { api, devices, lose: (error) => void onLost(error.toData()) };
}

const gpu: GpuProbe = {
  usable: true,
  fallback: false,
  f16: false,
  limits: { maxBufferBytes: 1, maxStorageBufferBytes: 1 },
  description: "",
};

function engineOn(workers: PlayedWorker[], probe: GpuProbe = gpu): TransformersEngine {
  const left = [...workers];
  return new TransformersEngine({
    modelsBase: "https://here/models/",
    probe: () => Promise.resolve(probe),
    createWorker: () => {
      const worker = left.shift();
      if (worker === undefined) throw new Error("no more workers");
      return worker;
    },
  });
}

function load(engine: TransformersEngine, changes: Partial<CatalogueModel> = {}) {
  const options = { device: "auto", threads: 1, onProgress: () => {} } as const;
  return engine.load({ ...entry, ...changes }, options, never);
}

async function read(model: LoadedModel): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const part of model.generate(request, never)) parts.push(part);
  return parts;
}

let contracted: LoadedModel;
describeEngineContract(
  "transformers across a worker",
  async () => {
    contracted = await load(engineOn([new PlayedWorker(played().api)]));
    return contracted;
  },
  {
    constrains: false,
    reusesPrefix: true,
    exactPrefix: true,
    tooManyWords: 600,
    unload: () => contracted.unload(),
  },
);

describe("choosing the device", () => {
  async function deviceFor(probe: GpuProbe, changes: Partial<CatalogueModel> = {}) {
    const { api, devices } = played();
    await load(engineOn([new PlayedWorker(api)], probe), changes);
    return devices[0];
  }

  it("is WebGPU with a real adapter and weights for it, else WebAssembly", async () => {
    expect(await deviceFor(gpu)).toBe("webgpu");
    expect(await deviceFor({ ...gpu, fallback: true })).toBe("wasm");
    expect(await deviceFor(gpu, { needsF16: true })).toBe("wasm");
    expect(await deviceFor(gpu, { dtype: { wasm: "q8", webgpu: null, cpu: null } })).toBe("wasm");
    const error = new AppError("webgpu-missing").toData();
    expect(await deviceFor({ usable: false, error })).toBe("wasm");
  });
});

describe("a worker that fails", () => {
  it("ends pending calls when it dies, and the next load has a fresh one", async () => {
    const hangs = played({ generate: () => new Promise(() => {}) });
    const dying = new PlayedWorker(hangs.api);
    const engine = engineOn([dying, new PlayedWorker(played().api)]);
    const model = await load(engine);
    const pending = read(model);
    setTimeout(() => dying.die(), 5);
    await expect(pending).rejects.toMatchObject({ code: "worker-killed", retryable: true });
    await expect(read(model)).rejects.toMatchObject({ code: "worker-killed" });
    expect(dying.terminated).toBe(true);
    expect((await read(await load(engine))).at(-1)).toMatchObject({ type: "end", finish: "stop" });
  });

  it("ends pending calls when the GPU is lost", async () => {
    const losing = played({ generate: () => new Promise(() => {}) });
    const model = await load(engineOn([new PlayedWorker(losing.api)]));
    const pending = read(model);
    setTimeout(() => losing.lose(new AppError("device-lost", {}, { retryable: true })), 5);
    await expect(pending).rejects.toMatchObject({ code: "device-lost", retryable: true });
  });

  it("revives errors with their code and parameters", async () => {
    const failing = played({
      generate: () =>
        settle(() => {
          throw new AppError("context-too-long", { promptTokens: 9 });
        }),
    });
    const model = await load(engineOn([new PlayedWorker(failing.api)]));
    const error: unknown = await read(model).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "context-too-long", params: { promptTokens: 9 } });
  });

  it("cancels a load at once", async () => {
    const worker = new PlayedWorker(played({ load: () => new Promise(() => {}) }).api);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    const options = { device: "wasm", threads: 1, onProgress: () => {} } as const;
    const loading = engineOn([worker]).load(entry, options, controller.signal);
    await expect(loading).rejects.toMatchObject({ code: "stopped" });
    expect(worker.terminated).toBe(true);
  });

  it("goes on without a call that does not answer the abort, and keeps its text", async () => {
    const deaf = played({
      generate: async (_id, _request, emit) => {
        await emit("so far");
        return await new Promise(() => {});
      },
    });
    const model = await load(engineOn([new PlayedWorker(deaf.api)]));
    const controller = new AbortController();
    const parts: ChatPart[] = [];
    for await (const part of model.generate(request, controller.signal)) {
      parts.push(part);
      controller.abort();
    }
    expect(parts.at(-1)).toMatchObject({
      type: "end",
      text: "so far",
      finish: "stopped",
      usage: { promptTokens: null, cachedTokens: null, generatedTokens: null },
    });
    // The abandoned call still holds the worker.
    const waiting: ChatPart[] = [];
    const signal = AbortSignal.timeout(20);
    for await (const part of model.generate(request, signal)) waiting.push(part);
    expect(waiting).toMatchObject([{ type: "end", text: "", finish: "stopped" }]);
  });
});
