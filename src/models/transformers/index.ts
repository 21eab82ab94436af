/** The code is fetched together with a model. */
import type { EngineInfo } from "../engine.ts";

export const transformers: EngineInfo = {
  id: "transformers",
  title: "Transformers.js",
  devices: ["webgpu", "wasm"],
  async open(place) {
    const { TransformersEngine } = await import("./transformers.ts");
    return new TransformersEngine(place);
  },
};
