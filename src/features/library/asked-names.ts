/** Which names the library of a run has, and other names for them. */
import type { Trace } from "../../folds/trace.ts";
import type { Alias } from "../../language/names.ts";
import type { Services } from "../../session/services.ts";

/** None where the run's library is not embedded, or its names cannot be had. */
export async function aliasesOf(
  { start }: Trace,
  reading: Services["reading"],
): Promise<readonly Alias[]> {
  if (start === null) return [];
  try {
    return await (await reading()).aliases(start.library.id);
  } catch {
    // The answer stands without them.
    return [];
  }
}
