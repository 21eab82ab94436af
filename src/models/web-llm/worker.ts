/** The library is fetched together with a model. */
import type { InitProgressReport, MLCEngine } from "@mlc-ai/web-llm";
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { Forwarder, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { LoadPhase, LoadProgress } from "../engine.ts";
import { type GeneratingWorker, WorkerCalls } from "../worker-calls.ts";
import { webLlmError } from "./errors.ts";
import { WebLlmModel } from "./model.ts";
import { recordFor, type WebLlmRecord, webLlmRecord } from "./models.ts";

export interface WebLlmWorker extends GeneratingWorker {
  records(): Promise<Settled<readonly WebLlmRecord[]>>;
  load(
    request: { model: CatalogueModel; own: readonly WebLlmRecord[] },
    onProgress: RemoteCallback<LoadProgress>,
  ): Promise<Settled<null>>;
  isStored(model: CatalogueModel, own: readonly WebLlmRecord[]): Promise<Settled<boolean>>;
  remove(model: CatalogueModel, own: readonly WebLlmRecord[]): Promise<Settled<null>>;
}

/** Phases are reported only as text; these prefixes are fixed in its source. */
const PHASES: readonly (readonly [string, LoadPhase])[] = [
  ["Fetching param cache", "downloading"],
  ["Start to fetch params", "downloading"],
  ["Loading model from cache", "reading-cache"],
  ["Loading GPU shader", "compiling"],
  ["Finish loading", "ready"],
];

export function progressOf(report: InitProgressReport, totalBytes: number): LoadProgress {
  const phase = PHASES.find(([beginning]) => report.text.startsWith(beginning))?.[1] ?? "checking";
  const done = phase === "compiling" || phase === "ready" ? 1 : report.progress;
  const loadedBytes = Math.round(done * totalBytes);
  return {
    phase,
    loadedBytes,
    totalBytes: totalBytes > 0 ? totalBytes : null,
    bytesPerSecond:
      phase === "downloading" && report.timeElapsed > 0 ? loadedBytes / report.timeElapsed : null,
  };
}

async function prebuilt(): Promise<WebLlmRecord[]> {
  const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  return z.array(webLlmRecord).parse(prebuiltAppConfig.model_list);
}

async function configFor(model: CatalogueModel, own: readonly WebLlmRecord[]) {
  const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  const record = recordFor(model, [...own, ...(await prebuilt())]);
  const listed = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === record.model_id);
  const custom = { model: record.model, model_id: record.model_id, model_lib: record.model_lib };
  return { id: record.model_id, appConfig: { model_list: [listed ?? custom] } };
}

async function load(
  model: CatalogueModel,
  own: readonly WebLlmRecord[],
  tell: (progress: LoadProgress) => void,
): Promise<WebLlmModel> {
  const { CreateMLCEngine } = await import("@mlc-ai/web-llm");
  const { id, appConfig } = await configFor(model, own);
  const engine: MLCEngine = await CreateMLCEngine(id, {
    appConfig,
    logLevel: "ERROR",
    initProgressCallback: (report) => tell(progressOf(report, model.bytes)),
  });
  return new WebLlmModel(engine, () => performance.now());
}

async function withLibrary<T>(
  model: CatalogueModel,
  own: readonly WebLlmRecord[],
  work: (
    library: typeof import("@mlc-ai/web-llm"),
    config: Awaited<ReturnType<typeof configFor>>,
  ) => Promise<T>,
): Promise<T> {
  try {
    return await work(await import("@mlc-ai/web-llm"), await configFor(model, own));
  } catch (thrown) {
    throw webLlmError(thrown, "internal", { model: model.id });
  }
}

export function createWebLlmWorker(): WebLlmWorker {
  let loaded: WebLlmModel | null = null;
  const calls = new WorkerCalls((request, emit, signal) => {
    if (loaded === null) throw new AppError("model-not-loaded");
    return loaded.call(request, emit, signal);
  });
  return {
    records: () => settle(prebuilt),
    load: ({ model, own }, onProgress) =>
      settle(async () => {
        const progress = new Forwarder(onProgress);
        try {
          loaded = await load(model, own, (one) => progress.send(one));
        } catch (thrown) {
          throw webLlmError(thrown, "model-load-failed", { model: model.id });
        }
        await progress.flush();
        return null;
      }),
    isStored: (model, own) =>
      settle(() =>
        withLibrary(model, own, (library, { id, appConfig }) =>
          library.hasModelInCache(id, appConfig),
        ),
      ),
    remove: (model, own) =>
      settle(async () => {
        await withLibrary(model, own, (library, { id, appConfig }) =>
          library.deleteModelAllInfoInCache(id, appConfig),
        );
        return null;
      }),
    generate: (callId, request, emit) => settle(() => calls.run(callId, request, emit)),
    abort: (callId) => calls.abort(callId),
  };
}
