/** The tables follow RA-ISF's Tables 4 and 7. */

import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import {
  answerRoutes,
  foldAnswerRoutes,
  type RunRoutes,
  routePrecision,
} from "../../src/folds/answer-routes.ts";
import { mean } from "./answer-tables.ts";
import { type KeptConfiguration, type KeptRun, scoreOf } from "./kept-runs.ts";

interface Left {
  run: KeptRun;
  folded: RunRoutes;
}

/** Null if all methods are chains. */
export function exitsTable(
  groups: readonly Pick<KeptConfiguration, "configuration" | "runs">[],
): string | null {
  const rows = groups.flatMap(({ configuration, runs }) => {
    const left = runs.map((run) => ({ run, folded: foldAnswerRoutes(run.events) }));
    const cells = exitCells(left);
    return cells === null ? [] : [[configuration.title, ...cells, ...partCells(left)]];
  });
  if (rows.length === 0) return null;
  return markdownTable(
    ["exits: runs, right (EM)", "n", ...answerRoutes, "sub-questions", "deepest level"],
    rows,
  );
}

function exitCells(left: readonly Left[]): string[] | null {
  const counted = left.flatMap(({ run, folded: { exit } }) =>
    exit === null ? [] : [{ exit, right: scoreOf(run, "em") }],
  );
  if (counted.length === 0) return null;
  const cells = routePrecision(counted).map(({ n, right, precision }) =>
    precision === null ? "—" : `${n}, ${right} right (${(100 * precision).toFixed(0)} %)`,
  );
  return [`${counted.length}`, ...cells];
}

function partCells(left: readonly Left[]): string[] {
  return [
    mean(left, ({ folded }) => folded.subQuestions, 1),
    `${Math.max(...left.map(({ folded }) => folded.levels))}`,
  ];
}
