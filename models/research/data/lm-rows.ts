/** The language model's training rows: all sources, balanced, deduplicated, in two splits. */
import type { Skill } from "../../../src/methods/skills.ts";
import {
  asksByItself,
  factbookProxyRows,
  proxyRows,
  readRows,
  relevantRows,
} from "./lm-answers.ts";
import { hasKnownStep, knownQuestions } from "./lm-asked.ts";
import { faultOf } from "./lm-check.ts";
import type { Material } from "./lm-material.ts";
import { mixed } from "./lm-order.ts";
import { decideRows, errorBookRows, knownRows, knowRows } from "./lm-own-runs.ts";
import { concludeRows, openChains, planRows, solvedChains, spanChains } from "./lm-plan.ts";
import type { Chain, LmRow } from "./lm-row.ts";
import {
  chainDecomposeRows,
  claimsRows,
  decomposeRow,
  factbookClaimsRows,
  keywordRows,
  strategyParts,
} from "./lm-searches.ts";
import { devSplit, plainQuestion } from "./sources.ts";

interface Group {
  rows: readonly LmRow[];
  most: number;
  /** Sorted best first: taken in order instead of sampled. */
  ranked?: boolean;
}

export interface LmRows {
  train: LmRow[];
  dev: LmRow[];
}

/** @param leaks whether a question is one of a dev or test set, or of the project's own */
export function buildLmRows(material: Material, leaks: (question: string) => boolean): LmRows {
  const groups = [...planGroups(material), ...answerGroups(material), ...searchGroups(material)];
  const drawn = groups.flatMap(({ rows, most, ranked }) =>
    (ranked ? withoutDoubles(rows) : mixed(withoutDoubles(rows))).slice(0, most),
  );
  const clean = mixed(withoutDoubles(drawn)).filter(
    (row) => !leaks(row.question) && faultOf(row) === null,
  );
  const isDev = ({ question }: LmRow) => devSplit(question) || material.selected.has(question);
  return { train: clean.filter((row) => !isDev(row)), dev: clean.filter(isDev) };
}

const singleSources = new Set(["train/nq_qed", "train/popqa_qa", "train/entityquestions_qa"]);

function planGroups(material: Material): Group[] {
  const known = knownQuestions(material.known);
  const isLookedUp = ({ chain }: { chain: Chain }) => !known.has(chain.question);
  const all = solvedChains(material);
  const solved = all.filter(isLookedUp);
  const isSingle = ({ source }: { source: string }) => singleSources.has(source);
  const multiHop = all.filter((item) => !isSingle(item) && item.chain.solved.length > 1);
  const conclusions = concludeRows(multiHop);
  const open = planRows(openChains(material));
  const from = (source: string, rows: readonly LmRow[]) =>
    rows.filter((row) => row.source === source);
  const chains = planRows(solved.filter((item) => !isSingle(item)));
  const capped = new Set(["train/rewrite_hotpotqa", "train/r1searcher_qa"]);
  return [
    { rows: from("factbook", chains), most: 4500 },
    { rows: chains.filter(({ source }) => source !== "factbook"), most: 1200 },
    { rows: planRows(solved.filter(isSingle)), most: 500 },
    { rows: planRows(spanChains(material).filter(isLookedUp)), most: 400 },
    { rows: from("train/rewrite_hotpotqa", open), most: 1700 },
    { rows: from("train/r1searcher_qa", open), most: 600 },
    { rows: open.filter(({ source }) => !capped.has(source)), most: 600 },
    { rows: from("factbook", conclusions), most: 900 },
    { rows: conclusions.filter(({ source }) => source !== "factbook"), most: 600 },
    { rows: knownRows(material.known.filter(hasKnownStep)), most: 1000 },
    { rows: errorBookRows(material.errorBook), most: 3000 },
    { rows: decideRows(material.runs), most: 1500 },
  ];
}

function answerGroups(material: Material): Group[] {
  const { rows, spans: lookUps, read, relevance, proxy } = material;
  const openBook = rows("train/openbookqa").filter(asksByItself);
  const trivia = rows("train/opentrivia_qa").filter(asksByItself);
  const reads = readRows(read);
  const ends = (answer: string) => (row: LmRow) => row.segments.at(-1)?.text === answer;
  const yesNo = reads.filter((row) => ends("yes")(row) || ends("no")(row));
  const none = reads.filter(ends("none"));
  const spans = reads.filter((row) => !yesNo.includes(row) && !none.includes(row));
  return [
    { rows: factbookProxyRows(lookUps), most: 900, ranked: true },
    { rows: proxyRows("train/webquestions_qa", rows("train/webquestions_qa")), most: 600 },
    { rows: proxyRows("train/popqa_qa", rows("train/popqa_qa")), most: 350 },
    { rows: proxyRows("train/entityquestions_qa", rows("train/entityquestions_qa")), most: 350 },
    { rows: proxyRows("train/ambignq_qa", rows("train/ambignq_qa")), most: 350 },
    { rows: proxyRows("train/opentrivia_qa", trivia), most: 350 },
    { rows: proxyRows("train/openbookqa", openBook), most: 150 },
    { rows: spans, most: 2500 },
    { rows: yesNo, most: 500 },
    { rows: none, most: 1000 },
    { rows: relevantRows(relevance), most: 2500 },
    { rows: knowRows(proxy), most: 2500 },
  ];
}

function searchGroups(material: Material): Group[] {
  const { rows, spans } = material;
  const multiHop = solvedChains(material).filter(({ chain }) => chain.solved.length > 1);
  const hotpot = keywordRows("train/rewrite_hotpotqa", rows("train/rewrite_hotpotqa"));
  const isSeveral = (row: LmRow) => row.segments[0]?.text.includes("; ") ?? false;
  const claims = (
    ["train/entityquestions_qa", "train/rewrite_popqa", "train/rewrite_ambignq"] as const
  ).map((name) => ({ rows: claimsRows(name, rows(name)), most: 250 }));
  const decomposed = chainDecomposeRows(multiHop);
  const strategy = rows("strategyqa/train_decomposition").flatMap((row) =>
    decomposeRow("strategyqa/train_decomposition", row.question ?? "", strategyParts(row)),
  );
  return [
    { rows: hotpot.filter((row) => !isSeveral(row)), most: 700 },
    { rows: hotpot.filter(isSeveral), most: 600 },
    { rows: keywordRows("train/rewrite_ambignq", rows("train/rewrite_ambignq")), most: 1100 },
    { rows: keywordRows("train/rewrite_popqa", rows("train/rewrite_popqa")), most: 600 },
    ...claims,
    {
      rows: claimsRows("train/rewrite_hotpotqa", rows("train/rewrite_hotpotqa")),
      most: 100,
    },
    { rows: factbookClaimsRows(spans), most: 400 },
    { rows: strategy, most: 900 },
    { rows: decomposed.filter(({ source }) => source === "factbook"), most: 1000 },
    { rows: decomposed.filter(({ source }) => source !== "factbook"), most: 800 },
  ];
}

function withoutDoubles(rows: readonly LmRow[]): LmRow[] {
  const seen = new Set<string>();
  return rows.filter(({ skill, messages, segments }) => {
    const user = plainQuestion(messages.at(-1)?.content ?? "");
    // A conclusion and a plan of one question are different rows; so are two wordings of a chain.
    const key = `${skill}/${user}/${segments[0]?.learn}/${skill === "plan" ? segments[0]?.text : ""}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export function countRows(rows: readonly LmRow[]): Map<Skill, Map<string, number>> {
  const counts = new Map<Skill, Map<string, number>>();
  for (const { skill, source } of rows) {
    const sources = counts.get(skill) ?? new Map<string, number>();
    sources.set(source, (sources.get(source) ?? 0) + 1);
    counts.set(skill, sources);
  }
  return counts;
}
