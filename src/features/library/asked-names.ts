/** The place names in a run's library, with their aliases. */
import type { Trace } from "../../folds/trace.ts";
import type { Alias } from "../../language/names.ts";
import type { Services } from "../../session/services.ts";

/** Empty if the run's library is not embedded, or if its names fail to load. */
export async function aliasesOf(
  { start }: Trace,
  reading: Services["reading"],
): Promise<readonly Alias[]> {
  if (start === null) return [];
  try {
    return await (await reading()).aliases(start.library.id);
  } catch {
    // Aliases are optional for the answer.
    return [];
  }
}
