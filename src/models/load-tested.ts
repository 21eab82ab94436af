import type { StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue-model.ts";
import type { LoadedModel, LoadOptions, LocalEngine } from "./engine.ts";

/**
 * Skips engines that test themselves. Throws `model-nonsense` after unloading, or the engine's
 * errors.
 */
export async function loadTested(
  engine: LocalEngine,
  model: CatalogueModel,
  options: LoadOptions,
  signal: StopSignal,
): Promise<LoadedModel> {
  const loaded = await engine.load(model, options, signal);
  if (engine.testsItself === true) return loaded;
  const { selfTest } = await import("./self-test.ts");
  try {
    await selfTest(loaded, signal);
    return loaded;
  } catch (thrown) {
    await loaded.unload().catch(() => undefined);
    throw thrown;
  }
}
