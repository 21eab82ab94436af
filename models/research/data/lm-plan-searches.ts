/**
 * Plan chains from existing searches: keyword rewrites, sub-questions, trajectories, question
 * patterns.
 */
import type { Step } from "../../../src/runtime/prompts.ts";
import { grouped } from "./grouped.ts";
import { questionOfKeywords } from "./lm-keyword-questions.ts";
import { nestedChain } from "./lm-plan-nested.ts";
import { hasTwins } from "./lm-plan-sources.ts";
import { asQuery, type Chain, isPlainAnswer, oneLine } from "./lm-row.ts";
import { plainQuestion, type SourceRow } from "./sources.ts";

const comparison =
  /^(?:are|were|is|was|did|do|does|have|has|which|who|what|between)\b.*\b(?:or|and|both|same)\b/iu;

/**
 * rewrite_hotpotqa: the first query of a comparison (its twin has the same form) or of a bridge
 * whose second query contains the first. Answers are unknown, so one step only.
 */
export function rewriteChain(row: SourceRow): Chain | null {
  return nestedChain(row) ?? searchedChain(row);
}

function searchedChain(row: SourceRow): Chain | null {
  const question = oneLine(row.question ?? "");
  const queries = row.queries ?? [];
  const [first = "", second = ""] = queries;
  if (queries.length < 2 || queries.length > 3 || question.length > 220) return null;
  const bridge = containsWords(second, first);
  if (!bridge && (queries.length > 2 || !comparison.test(question))) return null;
  const asked = questionOfKeywords(first);
  const other = questionOfKeywords(second);
  const isPair = bridge || (asked !== null && other !== null && form(asked) === form(other));
  if (asked === null || !isPair || !saysName(question, first)) return null;
  return { question, solved: [], end: { query: withArticle(asked, question) } };
}

/** Restores the question's article, which searches omit: "How large is the Elm Hound?" */
function withArticle(asked: string, question: string): string {
  const name = /(?<!\bthe |^)\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*/u.exec(asked)?.[0] ?? "";
  if (name === "" || !question.includes(`the ${name}`)) return asked;
  return asked.replace(name, () => `the ${name}`);
}

/** Whether the question contains all capitalised words of the search. */
function saysName(question: string, search: string): boolean {
  const names = search.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? [];
  return names.every((name) => question.includes(name)) && !/\bgenus(?:es)?\b/iu.test(search);
}

function containsWords(text: string, part: string): boolean {
  const bare = plainQuestion(part).replace(/^the /u, "");
  return bare.split(" ").length >= 3 && plainQuestion(text).includes(bare);
}

/** The words outside names: the two questions of a pair share them. */
function form(question: string): string {
  return question
    .split(/[\s?]+/u)
    .filter((word, index) => index === 0 || !/[\p{Lu}\d"]/u.test(word))
    .join(" ");
}

/**
 * hotpotqa_next_subquestion: the rows of one question as a chain, with the answer if another source
 * has it.
 */
export function subQuestionChains(
  rows: readonly SourceRow[],
  answerOf: (question: string) => string | null,
): Chain[] {
  const groups = grouped(rows, ({ question }) => oneLine(question ?? ""));
  return [...groups].flatMap(([question, group]) => {
    const text = (task: string) => group.find((row) => row.task === task)?.rewrite ?? "";
    const pair = [...text("comparison_rewrite").matchAll(/^Q: (.+)$/gmu)].map(([, asked]) => asked);
    if (pair.length === 2) return [{ question, solved: [], end: { query: pair[0] ?? "" } }];
    const hop = group.find((row) => row.task === "sub_q2");
    const chain = twoHops(question, text("sub_q1"), hop, answerOf(question));
    return chain === null || sameQuestion(question, text("sub_q1")) ? [] : [chain];
  });
}

function twoHops(
  question: string,
  first: string,
  hop: SourceRow | undefined,
  answer: string | null,
): Chain | null {
  if (first === "" || question.length > 220) return null;
  const bridge = oneLine(hop?.hop1_answer ?? "");
  const second = hop?.rewrite ?? "";
  const usable =
    isPlainAnswer(bridge, 6) &&
    second.includes(bridge) &&
    !/\n|\(note|relates? to/iu.test(second) &&
    !plainQuestion(question).includes(plainQuestion(bridge));
  if (!usable) return { question, solved: [], end: { query: asQuery(first) } };
  const step = { query: asQuery(first), answer: bridge };
  if (answer === bridge) return { question, solved: [], end: { query: step.query } };
  if (answer === null) return { question, solved: [step], end: { query: asQuery(second) } };
  const solved = [step, { query: asQuery(second), answer }];
  return { question, solved, end: { answer, rests: [2] } };
}

function sameQuestion(left: string, right: string): boolean {
  return plainQuestion(left) === plainQuestion(right);
}

/**
 * Trajectories: each search as a question; each answer is what the next search names and the
 * question does not; the last is the gold answer. Null if an answer cannot be determined.
 */
export function trajectoryChain(row: SourceRow): Chain | null {
  const question = oneLine(row.question ?? "");
  const final = oneLine(row.answers?.[0] ?? "");
  const turns = row.trajectory ?? [];
  const searches = turns.flatMap((turn, index) =>
    /^(?:search|retrieve)$/iu.test(turn.action ?? "")
      ? [{ input: turn.input ?? "", seen: turn.observation ?? "", after: turns[index + 1] }]
      : [],
  );
  if (row.correct === false || searches.length === 0 || searches.length > 4) return null;
  if (question.length > 220 || !isPlainAnswer(final, 8) || /^(?:yes|no)$/iu.test(final))
    return null;
  const solved: Step[] = [];
  for (const [index, search] of searches.entries()) {
    const query = questionOfKeywords(search.input);
    const told = `${search.seen} ${search.after?.thought ?? ""}`;
    const next = searches[index + 1];
    const answer = next === undefined ? final : newName(next.input, question, told);
    if (query === null || answer === null || !plainQuestion(told).includes(plainQuestion(answer))) {
      return null;
    }
    solved.push({ query, answer });
  }
  if (hasTwins(solved)) return null;
  return { question, solved, end: { answer: final, rests: [solved.length] } };
}

/** The newly learned name in a search: in what was seen, not in the question. */
function newName(search: string, question: string, seen: string): string | null {
  const names = search.match(
    /\p{Lu}[\p{L}\p{N}.'-]*(?: (?:(?:of|the|de|and|in) )?\p{Lu}[\p{L}\p{N}.'-]*)*/gu,
  );
  const known = plainQuestion(question);
  const fresh = (names ?? []).filter(
    (name) => !known.includes(plainQuestion(name)) && seen.includes(name) && name.length > 3,
  );
  return fresh.length === 1 ? (fresh[0] ?? null) : null;
}

const roleWords = "director|performer|composer|producer|author|screenwriter|editor|founder";
const tail =
  /\s+(?:'s birthday|die|died|born|from|is from|was from|won|win|received|receive|graduate from|graduated from|study|studied|work at|works at|buried|known for|educated|live|come from|have|has|earned?|attend|get|go to school)\??$/iu;
const ofWork = new RegExp(`\\bthe (${roleWords}) of (film|song) (.+?)\\??$`, "iu");
const relative =
  /\b(?:is|was|did|are|does) (\p{Lu}[^?]*?)(?:'s|’s) (father|mother|husband|wife|spouse|mother-in-law|father-in-law)\b/u;
const whichWork = new RegExp(
  `^which (film|song) has the (${roleWords}) .*?, (.+?),? or (.+?)\\?$`,
  "iu",
);
const bothWorks = new RegExp(
  `\\b(${roleWords})s? of (?:both )?films?,? (.+?) and (?:${roleWords} of film )?(.+?),? (?:both |share |have |from |are )`,
  "iu",
);
const twoNames: readonly (readonly [RegExp, string])[] = [
  [
    /^who (?:is older|was born (?:first|later|earlier)|is younger),? (.+?) or (.+?)\?$/iu,
    "When was {x} born?",
  ],
  [/^who (?:died|lived) [a-z ]*,? (.+?) or (.+?)\?$/iu, "When did {x} die?"],
  [
    /^which (?:film|album|song|movie) (?:came out|was released) [a-z ]*,? (.+?) or (.+?)\?$/iu,
    "When was {x} released?",
  ],
  [
    /^are (?:both )?(?:the )?(?:villages|towns|mountains|rivers|lakes|airports|schools)?,? ?(.+?) and (.+?),? (?:both )?located in the same country\?$/iu,
    "In which country is {x}?",
  ],
  [
    /^(?:do|did) (?:both )?(.+?) and (.+?) (?:both )?(?:have|share) the same nationality\?$/iu,
    "What is the nationality of {x}?",
  ],
];

/** The first query of questions made by 2Wiki's patterns (r1searcher_qa); answers are unknown. */
export function patternChain(row: SourceRow): Chain | null {
  const question = oneLine(row.question ?? "");
  const query = question.length > 160 ? null : firstQuery(question);
  return query === null ? nestedChain(row) : { question, solved: [], end: { query } };
}

function firstQuery(question: string): string | null {
  const [, , role = "", work = ""] = whichWork.exec(question) ?? [];
  if (isWork(work)) return `Who is the ${role.toLowerCase()} of ${work}?`;
  const [, roleBoth = "", first = "", second = ""] = bothWorks.exec(question) ?? [];
  if (isWork(first) && isWork(second)) return `Who is the ${roleBoth.toLowerCase()} of ${first}?`;
  const [, roleOne = "", kind = "", one = ""] = ofWork.exec(question) ?? [];
  const bare = one.replace(tail, "");
  if (isWork(bare) && !/\bor\b|,/u.test(bare)) {
    return `Who is the ${roleOne.toLowerCase()} of the ${kind.toLowerCase()} ${bare}?`;
  }
  const [, name = "", kin = ""] = relative.exec(question) ?? [];
  if (isWork(name)) return `Who is the ${kin} of ${name}?`;
  for (const [pattern, asked] of twoNames) {
    const [, left = "", right = ""] = pattern.exec(question) ?? [];
    if (isWork(left) && isWork(right)) return asked.replace("{x}", () => left);
  }
  return null;
}

function isWork(name: string): boolean {
  return (
    /^["'¡¿]?[\p{Lu}\d]/u.test(name) && name.length <= 70 && !/\b(?:and|director|film) /u.test(name)
  );
}
