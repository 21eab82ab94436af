import type { QuestionBudget } from "../models/budget/spending-cap.ts";
import type { Device } from "../models/engine.ts";
import { type CopySource, ModelPool } from "../models/model-pool.ts";
import type { ChatModel } from "../runtime/ports.ts";
import { connectServer, loadSmall, type SmallChoice } from "./node-ports.ts";
import type { ThreadRequest } from "./threads/model-thread.ts";
import { loadThreaded } from "./threads/threaded-model.ts";

export async function openSmall(
  given: SmallChoice & { threads: number; copies?: number },
  budget: QuestionBudget,
  signal: AbortSignal,
): Promise<SmallModel> {
  const server = await connectServer("small", given, budget);
  const nothing = async () => undefined;
  if (server !== null) {
    return { model: server, ofRun: () => server, device: null, reload: nothing, close: nothing };
  }
  const { threads, small, copies = 0 } = given;
  const request = { threads, ...(small === undefined ? {} : { id: small }) };
  if (copies > 0) return openCopies(request, copies, signal);
  const model = await loadSmall(request, signal);
  const { device } = model;
  return { model, ofRun: () => model, device, reload: nothing, close: () => model.unload() };
}

/** Each copy has a thread, so that none waits for the encoder in the main thread. */
async function openCopies(
  request: ThreadRequest,
  copies: number,
  signal: AbortSignal,
): Promise<SmallModel> {
  const source: CopySource = {
    load: (stop) => loadThreaded(request, stop),
    unload: (model) => model.unload(),
  };
  const pool = new ModelPool(Array.from({ length: copies }, () => source));
  const model = await pool.fill(signal);
  return {
    model,
    // If all copies have died, a call reports it.
    ofRun: () => (pool.living > 0 ? pool.model() : model),
    device: model.device,
    reload: async () => void (await pool.fill(signal)),
    close: () => pool.close(),
  };
}

export interface SmallModel {
  model: ChatModel;
  /** All its calls go to one copy. */
  ofRun(): ChatModel;
  /** Null if a server computes. */
  device: Device | null;
  reload(): Promise<void>;
  close(): Promise<void>;
}
