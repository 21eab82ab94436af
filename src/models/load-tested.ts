/** Loading with its proof. */
import type { StopSignal } from "../runtime/ports.ts";
import type { CatalogueModel } from "./catalogue-model.ts";
import type { LoadedModel, LoadOptions, LocalEngine } from "./engine.ts";

/**
 * Loads a model and asks it what every model knows, unless its engine has done so. Throws what the
 * engine throws, and `model-nonsense`; then nothing stays loaded.
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
