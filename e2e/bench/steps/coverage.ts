/**
 * How far two logs of a question are one: an action at a step is in the data only if nothing before
 * it differed.
 */
import type { ReportLog } from "../../../src/evaluation/batch/report.ts";
import { checkBranches, foldTrace } from "../../../src/folds/trace.ts";
import { normalise } from "../../../src/language/normalise.ts";
import { openRunFile } from "../../../src/log/file.ts";
import { base } from "./paths.ts";

export interface Step {
  query: string;
  answer: string;
}

export interface Coverage {
  questions: number;
  steps: number;
  /** Steps at which the other setup's action is in the data, all before accepted. */
  covered: number;
  /** Questions in which no answer of a step differs. */
  same: number;
}

export function coverageOf(
  pairs: readonly (readonly [readonly Step[], readonly Step[]])[],
): Coverage {
  const totals = { questions: pairs.length, steps: 0, covered: 0, same: 0 };
  for (const [own, other] of pairs) {
    const apart = own.findIndex(
      ({ query, answer }, at) => query !== other[at]?.query || answer !== other[at]?.answer,
    );
    // Where the queries differ already, the other setup did not act on this step.
    const reached = apart !== -1 && own[apart]?.query === other[apart]?.query ? apart + 1 : apart;
    totals.steps += own.length;
    totals.covered += apart === -1 ? own.length : reached;
    totals.same += Number(apart === -1 && own.length === other.length);
  }
  return totals;
}

export function loggedPairs(logs: readonly ReportLog[], setup: string): [Step[], Step[]][] {
  const of = (id: string) =>
    new Map(
      logs.flatMap(({ question, configuration, text }) =>
        configuration === id ? [[question, stepsOf(text)] as const] : [],
      ),
    );
  const others = of(setup);
  return [...of(base)].flatMap(([question, steps]): [Step[], Step[]][] => {
    const other = others.get(question);
    return other === undefined ? [] : [[steps, other]];
  });
}

function stepsOf(text: string): Step[] {
  const trace = foldTrace(openRunFile(text));
  const checks = checkBranches(trace);
  return [...trace.nodes.values()]
    .filter(({ abandoned, branch }) => !abandoned && !checks.has(branch))
    .map(({ query, answer }) => ({ query: normalise(query), answer: normalise(answer ?? "") }));
}
