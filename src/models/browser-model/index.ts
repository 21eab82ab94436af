/** The browser's own model (Prompt API): nothing to ship, and in few browsers. */
import type { EngineInfo } from "../engine.ts";

export const browserModel: EngineInfo = {
  id: "browser-model",
  title: "the browser’s own engine",
  devices: ["wasm"],
  async open() {
    const { BrowserModelEngine } = await import("./browser-model.ts");
    return new BrowserModelEngine();
  },
};
