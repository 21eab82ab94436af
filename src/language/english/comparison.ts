/**
 * Ours, not in the papers: a rule decides, since a small model is hardly better than chance. Null
 * if question, queries and answers do not fit together; a model then concludes.
 */

import type { Operation } from "../../log/search-events.ts";
import { functionWords } from "../function-words.ts";
import type { Comparison, FoundAnswer } from "../language.ts";
import { type Alias, canonical, isOnlyWithinOthers } from "../names.ts";
import { isEmpty, normalise, tokens } from "../normalise.ts";
import { stem } from "./candidates.ts";
import { asksForSeveral, namesIn } from "./enumeration.ts";
import { formatList } from "./format-list.ts";
import { isDerived, isForm } from "./forms.ts";
import { longerNames } from "./longer-names.ts";
import { asksYesOrNo, isDescription, namedOptions } from "./options.ts";
import { orderAsked } from "./order.ts";
import { parseQuantity } from "./quantity.ts";

export function compareFindings(
  question: string,
  path: readonly FoundAnswer[],
  aliases: readonly Alias[] = [],
): Comparison | null {
  if (/\b(?:not|never|neither|nor)\b|n[’']t\b/iu.test(question)) return null;
  const pair = sameAskedOfTwo(question, path);
  if (pair === null) return null;
  if (asksYesOrNo(question) && !/\sor\s/u.test(question)) return decide(question, pair, aliases);
  return asksForShared.test(question) ? shared(pair, aliases) : oneOfTwo(question, pair);
}

/** Null unless only one of two lists was found. `steps` include unsolved ones, with "". */
export function missingList(question: string, steps: readonly FoundAnswer[]): string | null {
  if (!asksForShared.test(question)) return null;
  const [one, other] = steps.filter(({ query }) => asksForSeveral(query)).slice(-2);
  if (one === undefined || other === undefined) return null;
  const missing = [one, other].filter(({ answer }) => isEmpty(answer));
  const names = ofWhichLists(one.query, other.query) ?? [];
  const areNamed = names.every((name) => placeOf(question, name, steps).place >= 0);
  const areTwo = names.length > 0 && names[0] !== names[1];
  return areTwo && areNamed && missing.length === 1 ? (missing[0]?.query ?? null) : null;
}

/** Excludes "Which is the capital of the country that borders both?". */
const asksForShared =
  /^(?:which|what)\s+\p{L}+\s(?!\s*(?:of|is the)\b)(?:(?!\b(?:that|whose|who|which|where)\b).)*\bboth\b/iu;

const asksWhich = /\b(?:which|who|whose|whom|what|where|does|do|did|is|are|was|were)\b/iu;
const asksHowMuch = /^(?:how|when|why|in (?:which|what) year)\b/iu;

interface Pair {
  first: Compared;
  second: Compared;
  asked: ReadonlySet<string>;
}

interface Compared {
  step: number;
  name: string;
  answer: string;
  /** Its word position in the question, or that of the step that led to it. */
  place: number;
  /** An earlier step found it. */
  led: boolean;
}

/** Searches from the end: a chain may first resolve two names. */
function sameAskedOfTwo(question: string, path: readonly FoundAnswer[]): Pair | null {
  const answered = path.flatMap(({ answer }, index) => (isEmpty(answer) ? [] : [index]));
  const [right, left] = answered.toReversed();
  if (left === undefined || right === undefined) return null;
  const [one, other] = [path[left], path[right]];
  if (one === undefined || other === undefined) return null;
  const lists = asksForShared.test(question) ? ofWhichLists(one.query, other.query) : null;
  const names = lists ?? whatDiffers(one.query, other.query);
  if (names === null) return null;
  const compared = [left, right].map((step, index) => {
    const name = names[index] ?? "";
    const answer = path[step]?.answer ?? "";
    return { step, name, answer, ...placeOf(question, name, path) };
  });
  const [first, second] = compared.toSorted((a, b) => a.place - b.place);
  if (first === undefined || second === undefined) return null;
  const questionTokens = new Set(path.flatMap(({ query }) => tokensOf(query)));
  return first.place < 0 || first.place === second.place
    ? null
    : { first, second, asked: questionTokens };
}

const mostNameWords = 8;
const fewestSharedWords = 2;

/** "How large is Malta?" and "How large is the Maldives?" differ in "Malta" and "Maldives". */
function whatDiffers(one: string, other: string): [string, string] | null {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const most = Math.min(a.length, b.length);
  let from = 0;
  while (from < most && like(a[from], b[from])) from += 1;
  let behind = 0;
  while (behind < most - from && like(a.at(-1 - behind), b.at(-1 - behind))) behind += 1;
  if (from + behind < fewestSharedWords) return null;
  // "John Smith" and "John Brown" differ in part of a name.
  while (from > 1 && isCapital(a[from - 1])) from -= 1;
  behind -= restOfName(a.slice(a.length - behind));
  const names = [a, b].map((words) => bare(words.slice(from, words.length - behind).join(" ")));
  const [left = "", right = ""] = names;
  const tooLong = names.some((name) => name.split(" ").length > mostNameWords);
  return left === "" || right === "" || tooLong ? null : [left, right];
}

/** Counts words at the end that continue a name: "Brown", "Republic of the Congo". */
function restOfName(end: readonly string[], isNamed = false): number {
  const first = isNamed ? end.findIndex((word) => word !== "of" && word !== "the") : 0;
  if (!isCapital(end[first])) return 0;
  return first + 1 + restOfName(end.slice(first + 1), true);
}

function ofWhichLists(one: string, other: string): [string, string] | null {
  if (!(asksForSeveral(one) && asksForSeveral(other))) return null;
  const [left, right] = [nameAtEnd(one), nameAtEnd(other)];
  return left === "" || right === "" ? null : [left, right];
}

function nameAtEnd(query: string): string {
  const words = wordsOf(query);
  let from = words.length;
  while (from > 0 && isCapital(words[from - 1])) from -= 1;
  return words.slice(from).join(" ");
}

function wordsOf(text: string): string[] {
  return text.replace(/(?<![?.!])[?.!]+\s*$/u, "").split(/\s+/u);
}

function like(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word);
}

/** "The" begins a title, "the" does not. */
function bare(name: string): string {
  return name.replace(/^(?:the|an?)\s+/u, "").replace(/[’']s$/u, "");
}

/** Position of the name, or of the one it was found from ("Nairobi" for Kenya); −1 if absent. */
function placeOf(
  question: string,
  name: string,
  path: readonly FoundAnswer[],
): Pick<Compared, "place" | "led"> {
  const words = tokensOf(question);
  const direct = indexOfRun(words, tokensOf(name));
  if (direct >= 0) return { place: direct, led: false };
  const led = path.find(({ answer }) => tokensOf(answer).join(" ") === tokensOf(name).join(" "));
  if (led === undefined) return { place: -1, led: false };
  const others = new Set(
    path.filter((step) => step !== led).flatMap(({ query }) => tokensOf(query)),
  );
  const known = wordsOf(led.query)
    .filter(isCapital)
    .flatMap((word) => tokensOf(word));
  const own = known.filter((word) => !others.has(word) && !functionWords.has(word));
  const places = own.map((word) => words.indexOf(word));
  return { place: places.find((place) => place >= 0) ?? -1, led: true };
}

function tokensOf(text: string, aliases: readonly Alias[] = []): string[] {
  const plain = text.replace(/['’]s(?![\p{L}\p{N}])/gu, "");
  return tokens(canonical(plain, normalise, { aliases })).map(stem);
}

function indexOfRun(words: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return -1;
  return words.findIndex((_, at) => run.every((word, offset) => words[at + offset] === word));
}

function oneOfTwo(question: string, { first, second }: Pair): Comparison | null {
  if (!/\sor\s/u.test(question) || asksHowMuch.test(question) || !asksWhich.test(question)) {
    return null;
  }
  const ordered = inOrder(question, first, second);
  if (ordered === null) return null;
  const { operation, firstWins } = ordered;
  const at = firstWins ? 0 : 1;
  const answer = chosen(question, at === 0 ? first : second, at);
  return answer === null ? null : comparisonOf(operation, first, second, answer);
}

/**
 * Returns the film if its directors were compared; null if the question does not show the option.
 */
function chosen(question: string, { name, led }: Compared, at: number): string | null {
  const options = namedOptions(question);
  const option = options.length === 2 ? (options[at] ?? "") : "";
  if (option === "") return led ? null : name;
  const isNamed = led || indexOfRun(tokensOf(option), tokensOf(name)) >= 0;
  return isDescription(option) || !isNamed ? name : bare(option);
}

/** Answers "Is A larger than B?", "Do both A and B …?" */
function decide(
  question: string,
  { first, second, asked }: Pair,
  aliases: readonly Alias[],
): Comparison | null {
  const isOrder = /\bthan\b|\b(?:before|after)\b/iu.test(question);
  if (isOrder) {
    const ordered = inOrder(question, first, second);
    if (ordered === null) return null;
    return comparisonOf(ordered.operation, first, second, ordered.firstWins ? "yes" : "no");
  }
  if (/\bsame\b/iu.test(question)) {
    const isSame = areSame(first.answer, second.answer, aliases);
    return comparisonOf("same", first, second, isSame ? "yes" : "no");
  }
  // The reader may have missed one, so only a yes is sure.
  const wanted = /\bboth\b/iu.test(question) ? askedOfBoth(question, asked) : [];
  const both = [first, second].every(({ answer }) => {
    const has = tokensOf(answer);
    return wanted.every((word) => has.includes(word));
  });
  return wanted.length > 0 && both ? comparisonOf("both", first, second, "yes") : null;
}

function shared({ first, second }: Pair, aliases: readonly Alias[]): Comparison | null {
  const plain = (name: string) => tokensOf(name, aliases).join(" ");
  const others = new Set(namesIn(second.answer).map(plain));
  const common = namesIn(first.answer).filter((name) => others.has(plain(name)));
  return common.length === 0 ? null : comparisonOf("shared", first, second, formatList(common));
}

function comparisonOf(
  operation: Operation,
  first: Compared,
  second: Compared,
  answer: string,
): Comparison {
  return {
    operation,
    steps: [first.step, second.step],
    names: [first.name, second.name],
    answer,
  };
}

function areSame(one: string, other: string, aliases: readonly Alias[]): boolean {
  const rules = { isForm, longerThan: longerNames, aliases };
  if (isOnlyWithinOthers(one, other, rules) || isOnlyWithinOthers(other, one, rules)) return false;
  const [a, b] = [tokensOf(one, aliases), tokensOf(other, aliases)];
  const isPart = indexOfRun(a, b) >= 0 || indexOfRun(b, a) >= 0;
  return isPart || isDerivedFrom(a, b) || isDerivedFrom(b, a);
}

/** "India" and "Indian". */
function isDerivedFrom([word = "", ...more]: readonly string[], from: readonly string[]): boolean {
  const [base = ""] = from;
  return more.length === 0 && from.length === 1 && isDerived(word, base);
}

/** Without names, uses the question's words that no query contains. */
function askedOfBoth(question: string, questionTokens: ReadonlySet<string>): string[] {
  const words = wordsOf(question).slice(1);
  const rest = (some: readonly string[]) =>
    some
      .flatMap((word) => tokensOf(word))
      .filter((word) => !questionTokens.has(word) && word !== "both" && !functionWords.has(word));
  const named = rest(words.filter(isCapital));
  return named.length > 0 ? named : rest(words);
}

function inOrder(
  question: string,
  first: Compared,
  second: Compared,
): { operation: Operation; firstWins: boolean } | null {
  const [a, b] = [parseQuantity(first.answer), parseQuantity(second.answer)];
  const ordered = a === null || b === null ? null : orderAsked(question, a, b);
  if (ordered === null || ordered.difference === 0) return null;
  const { order, difference } = ordered;
  const wantsMore = order === "greater" || order === "later";
  return { operation: order, firstWins: difference > 0 === wantsMore };
}
