/** Parses `--oracle plan,read,conclude`. */

import { gapsOf, oracleConfigurations } from "../../evaluation/oracle/configurations.ts";
import type { GoldGap } from "../../evaluation/oracle/gold.ts";
import type { LabBatch } from "../../evaluation/types.ts";
import { type RunSettings, type Stage, stages, stageWords } from "../../log/types.ts";
import { UsageError } from "../../node/run-settings.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import type { CompareFlag, QuestionSet } from "./arguments.ts";

const stagesByWord = new Map<string, Stage>(stages.map((stage) => [stageWords[stage], stage]));

/** These comparisons include all small, the ceilings' baseline. */
const withAllSmall: ReadonlySet<CompareFlag | null> = new Set([null, "eight", "stages"]);

/** Throws UsageError. */
export function readOracle(
  list: string | undefined,
  comparison: CompareFlag | null,
  { title, stages: own }: Pick<MethodInfo, "title" | "stages">,
): Stage[] {
  if (list === undefined) return [];
  if (!withAllSmall.has(comparison)) {
    throw new UsageError("--oracle goes alone, with --combinations or with --compare stages.");
  }
  const named = list.split(",").map((word) => {
    const stage = stagesByWord.get(word.trim());
    if (stage === undefined) {
      throw new UsageError(`--oracle takes ${[...stagesByWord.keys()].join(",")}, not "${word}".`);
    }
    if (!own.includes(stage)) {
      throw new UsageError(`--oracle: nobody can be chosen to ${word.trim()} in ${title}.`);
    }
    return stage;
  });
  return stages.filter((stage) => named.includes(stage));
}

const gapText: Readonly<Record<GoldGap, string>> = {
  "no-steps": "no steps",
  "empty-step": "an empty step",
  "repeated-step": "a step twice",
  loop: "steps that need each other’s answers",
  "forward-step": "a step that needs the answer of a later one",
  "unlinked-step": "a step about what neither the question nor an earlier step names",
  "too-many-steps": "more steps than a chain takes",
  "no-sub-answers": "steps without answers",
  "no-passages": "no passage named for a step’s answer",
  "no-span": "a step’s answer that its passage does not say in words",
};

/** `tell` gets the skipped counts. Throws UsageError if all are skipped. */
export function withoutGold(
  perfect: readonly Stage[],
  { name, questions }: QuestionSet,
  tell: (line: string) => void,
): Record<string, number> {
  const skipped = gapsOf(questions, perfect);
  const why = [...skipped].map(([gap, number]) => `${gapText[gap]} (${number})`);
  const count = [...skipped.values()].reduce((sum, one) => sum + one, 0);
  const flag = `--oracle ${perfect.map((stage) => stageWords[stage]).join(",")}`;
  if (count === questions.length) {
    throw new UsageError(`${flag}: no question of ${name} has gold for it: ${why.join(", ")}.`);
  }
  if (count > 0) {
    tell(
      `${flag}: no gold for ${count} of ${questions.length} questions, which are left out there: ${why.join(", ")}.`,
    );
  }
  return Object.fromEntries(skipped);
}

/** Throws UsageError if the settings turn the stage off. */
export function ceilingsFor(
  settings: RunSettings,
  { stages: allowed }: Pick<MethodInfo, "stages">,
  perfect: readonly Stage[],
  skipped: Record<string, number>,
): LabBatch["ceilings"] {
  const configurations = oracleConfigurations(settings, allowed, perfect);
  if (configurations.length < 2 ** perfect.length - 1) {
    throw new UsageError("--oracle plan: these settings have no plan.");
  }
  return configurations.length === 0 ? undefined : { configurations, skipped };
}
