/** The page's engines, plus those that only run in Node. */
import { AppError } from "../log/errors.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import type { EngineInfo } from "../models/engine.ts";
import { engines } from "../models/engines.ts";
import { transformersInNode } from "../models/transformers/node.ts";
import { registryOf } from "../runtime/registry.ts";

/** An engine that runs everywhere needs no line here. */
const inNode = registryOf<EngineInfo>([transformersInNode]);

/** Throws `model-load-failed` if the engine does not run in Node. */
export function engineInNode({ engine: id, id: model }: CatalogueModel): EngineInfo {
  const engine = inNode.find(id) ?? engines.find(id);
  if (engine?.devices.includes("cpu")) return engine;
  throw new AppError("model-load-failed", { model, engine: id, cause: "not-in-node" });
}
