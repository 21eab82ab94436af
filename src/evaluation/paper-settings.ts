/** By what a batch's configurations are not asked as a paper's printed rows are. */
import type { RunSettings } from "../log/types.ts";
import { isSharedPath, readControl, type SharedPath } from "../runtime/controls.ts";
import type { MethodInfo } from "../runtime/method.ts";

/** What the rows of the tables differ by themselves. */
const varied: ReadonlySet<string> = new Set(["plan", "solve", "summarise", "rewriter"]);

/**
 * The method's controls that some of the settings have otherwise than the paper's rows, in the
 * order of the method's; `alsoVaried`: what the table at hand sets in its own way.
 */
export function unlikePaper(
  all: readonly RunSettings[],
  { controls, paper }: Pick<MethodInfo, "controls" | "paper">,
  alsoVaried: readonly SharedPath[],
): SharedPath[] {
  if (paper === undefined) return [];
  const skipped = new Set([...varied, ...alsoVaried]);
  return controls
    .filter(isSharedPath)
    .filter((path) => !skipped.has(path))
    .filter((path) => {
      const printed = readControl(paper.settings, path);
      return all.some((settings) => readControl(settings, path) !== printed);
    });
}
