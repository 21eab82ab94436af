import { formatList } from "../../language/english/format-list.ts";
import type { Place } from "../../runtime/controls.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import type { Problem } from "../../runtime/settings-validation.ts";
import { plural } from "./format.ts";
import { stageNames as names } from "./stages.ts";

export const methodText = {
  method: "Method",
  choose: "Choose a method",
  done: "Done",
  kinds: {
    paper: "The four papers",
    own: "Your own",
    baseline: "Baselines they were compared with",
  } satisfies Record<MethodInfo["kind"], string>,

  error: "Problem",
  note: "Note",
  blocked: "It cannot run like this.",
  unlikePaper: (count: number) => `Unlike the paper, as set: ${plural(count, "thing", "things")}`,
  openQuestions: "Where the paper leaves it open",
  prompts: "Prompts: read and change",
  promptsChanged: (changed: number) => `Prompts: ${changed} changed`,
  hidden: (count: number) =>
    `${plural(count, "setting does", "settings do")} nothing with these choices and ${count === 1 ? "is" : "are"} not shown.`,
  back: "Back to the preset",
  problems: (count: number) => plural(count, "problem", "problems"),
  tools: {
    library: "the library",
    none: "none: answer from memory",
    bm25: "the library, by words",
    dense: "the library, by meaning",
    hybrid: "the library, both",
  },
  toolMissing: (id: string) => `${id} (not set up)`,
  nobody: "off",
  noPlan: "off: no plan",

  doers: {
    ...names,
    "gate.by": "answering from memory",
    rewriteBy: "rewriting",
    "filter.by": "judging passages",
    "fallback.by": "splitting",
  } satisfies Partial<Record<Place, string>>,
};

export function stageNames(problems: readonly Problem[]): string {
  const known: Partial<Record<Place, string>> = methodText.doers;
  return formatList([...new Set(problems.map(({ control }) => known[control] ?? "another stage"))]);
}
