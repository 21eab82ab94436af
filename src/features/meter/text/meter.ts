import type { AnswerRoute } from "../../../folds/answer-routes.ts";
import type { PlanChoice, Stage } from "../../../log/types.ts";
import { count, percent, plural, usd } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";

export const meterText = {
  service: (title: string, searches: number, cost: string) =>
    `${title}: ${plural(searches, "search", "searches")}, ${cost}`,
  parts: "Sub-questions",
  partsValue: (parts: number, levels: number) =>
    `${count(parts)}, on ${plural(levels, "level", "levels")}`,
  exit: "Source",
  exits: {
    "self-knowledge": "memory, as known",
    passages: "its passages",
    decomposition: "the answers of its parts",
    memory: "memory",
    unknown: "none (guess)",
  } satisfies Record<AnswerRoute, string>,
  unknownSpent: "Part of what was spent is unknown, so nothing can be compared.",
  unknownByTime: "Part of the money is unknown. Bars show time.",
  /** A guess claims no savings. */
  cheaper: (perThousand: string) =>
    `Cheaper than all-large: ≈ ${perThousand} per 1,000 such questions`,
  /** For example, "Plan large: ≈ +$0.00004". */
  option: ({ stage, choice }: { stage: Stage; choice: PlanChoice }, added: number | null) => {
    // The run already used this option.
    if (added === null || added === 0) return "";
    const what = `${text.stages.names[stage]} ${choice}`;
    return `${what}: ≈ ${added > 0 ? "+" : ""}${usd(added)}`;
  },
  ifLarge: (more: string) => `If large: about +${more}, time unknown`,
  saved: "Beside all-large",
  over: "Cost more than all-large",
  savedOf: (less: string, whole: string, share: string) =>
    `${less} less than the ${whole} of all-large (${share})`,
  overBy: (more: string, whole: string) => `${more} above the ${whole} of all-large`,
  noPrice: "No price to compare with.",
  loadingPrices: "Loading prices to compare with…",
  pricedAs: "All-large priced as",
  asOf: (title: string, date: string) => `${title}, prices of ${date}`,
  byStage: "By stage",
  byMoney: "Bars show money.",
  byTime: "Free. Bars show time.",
  stageRow: (stage: Stage, cost: string, time: string) =>
    `${text.stages.names[stage]}: ${cost}, ${time}`,
  calls: "Calls",
  whereItPays: "Where it pays",
  askedAgain: (sure: number | null, expected: number, cost: string) =>
    `asked again: ${sure === null ? "" : `${percent(sure)} → `}${percent(expected)} for ${cost}`,
  notAskedAgain: (sure: number | null) =>
    sure === null ? "left as it is" : `left as it is, ${percent(sure)} sure`,
  callsValue: (calls: number, large: number) =>
    `${count(calls)}${large > 0 ? `, ${count(large)} large` : ""}`,
  searches: "Searches",
  read: "Tokens read",
  cached: (value: number) => `(${count(value)} cached)`,
  written: "Tokens written",
  byTier: (small: number, large: number) => `${count(small)} small, ${count(large)} large`,
  untold: (value: number) => `(${plural(value, "call", "calls")} reported no tokens)`,
  understated: (value: number) =>
    `(${plural(value, "call", "calls")} reported less than was sent; the least that it can have been is counted)`,
  local: "Computed here",
  remote: "Waiting for the large model",
  leftTab: "Left this tab",
  leftMachine: "Left this machine",
  nothingLeft: "nothing",
  whatIf: "What if?",
  allSmall: "All small",
  withoutDecision: "Without Decision",
  allLarge: "All large",
  thisRun: "This run",
  estimateNote: "≈ estimated from the small model's token counts.",
};
