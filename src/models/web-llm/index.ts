/** The code is fetched together with a model. */
import type { EngineInfo } from "../engine.ts";

export const webLlm: EngineInfo = {
  id: "web-llm",
  title: "WebLLM",
  devices: ["webgpu"],
  async open() {
    const { WebLlmEngine } = await import("./web-llm.ts");
    return new WebLlmEngine();
  },
};
