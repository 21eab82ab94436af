import type { ErrorCode, ErrorData } from "../log/errors.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import { type DeviceState, runsOnProcessor } from "./device-store.ts";
import { type Preferences, smallServer } from "./preferences.ts";

export interface GpuCause {
  error: ErrorData;
  /** False if it runs on the processor, slower. */
  blocks: boolean;
}

type Small = Preferences["small"];

/** Probing cannot detect these. */
const foundInUse: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "out-of-memory",
  "webgpu-f16-missing",
  "webgpu-limits-too-small",
  "webgpu-no-adapter",
]);

export function gpuCause(
  model: CatalogueModel | null,
  { report, small }: Pick<DeviceState, "report" | "small">,
  chosen: Small,
): GpuCause | null {
  // Only the encoder computes here, and it never requires the graphics processor.
  if (smallServer(chosen) !== null) return null;
  if (small.status === "ready" || small.status === "loading") return null;
  if (small.status === "failed" && foundInUse.has(small.error.code)) {
    return { error: small.error, blocks: true };
  }
  if (report === null || model === null || chosen.device === "wasm") return null;
  const blocks = chosen.device === "webgpu" || !runsOnProcessor(model);
  if (!report.webgpu.usable) return { error: report.webgpu.error, blocks };
  if (!model.needsF16 || report.shaderF16) return null;
  return { error: { code: "webgpu-f16-missing", retryable: false, params: {} }, blocks };
}

/** Keeps the model if possible, else takes the first that can run there. */
export function onProcessor(model: CatalogueModel | null, small: Small): Small {
  const modelId = model !== null && runsOnProcessor(model) ? small.modelId : "";
  return { ...small, modelId, device: "wasm" };
}
