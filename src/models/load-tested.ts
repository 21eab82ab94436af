/** Loads a model and tests it. */
import type { StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue-model.ts";
import type { LoadedModel, LoadOptions, LocalEngine } from "./engine.ts";

/**
 * Asks the loaded model known questions, unless its engine has done so. Rethrows the engine's
 * errors, or throws `model-nonsense` and unloads the model.
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
