import { registryOf } from "../runtime/registry.ts";
import { browserModel } from "./browser-model/index.ts";
import type { EngineInfo } from "./engine.ts";
import { transformers } from "./transformers/index.ts";
import { webLlm } from "./web-llm/index.ts";

export const engines = registryOf<EngineInfo>([transformers, webLlm, browserModel]);
