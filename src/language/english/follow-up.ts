/** Questions that lean on an earlier one: "And what is its currency?", "What about Chile?". */
import { functionWords } from "../function-words.ts";

/** The word that needs an antecedent; `at` is its place in the text. */
export interface OpenReference {
  word: string;
  at: number;
  /** `person`: "he"; `thing`: "it"; `place`: "there". */
  of: "person" | "thing" | "place";
}

const references: ReadonlyMap<string, OpenReference["of"]> = new Map([
  ...["he", "she", "him", "his", "her"].map((word) => [word, "person"] as const),
  ...["it", "its", "they", "them", "their"].map((word) => [word, "thing"] as const),
  ["there", "place"],
]);
const possessives: ReadonlySet<string> = new Set(["its", "their", "his", "her"]);
const opening = /^(?:and|but|so|then|ok|okay)\b[\s,]*/iu;

interface Word {
  text: string;
  at: number;
}

/**
 * The first pronoun without a possible antecedent in its own question; null if there is none. So
 * short a question names nothing else: "When did it become independent?", but not "When did it
 * become illegal to smoke in pubs?", nor "Is it common to see frost in May?".
 */
export function openReference(question: string): OpenReference | null {
  const words = wordsOf(question);
  const found = words.find(({ text }) => references.has(text.toLowerCase()));
  const word = found?.text.toLowerCase() ?? "";
  const of = references.get(word);
  if (found === undefined || of === undefined) return null;
  const first = words.find(({ at }) => at >= (opening.exec(question)?.[0].length ?? 0));
  // Names, and quotations, may be what it refers to.
  if (words.some((one) => one !== first && one !== found && one.at > 0 && isNamed(one.text))) {
    return null;
  }
  if (/["“”‘«»]|\d/u.test(question)) return null;
  const content = words.filter(({ text }) => isContent(text));
  const before = content.filter(({ at }) => at < found.at);
  const leans = words.some(({ text, at }) => at > found.at && leaning.has(text.toLowerCase()));
  if (leans) return null;
  const asked = words.find((one) => content.includes(one));
  // Accepts "What language do they speak?", but not "Who is Hammurabi and what did he do?".
  const isAsked = before.length === 1 && asked?.at === asksFor.exec(question)?.[0].length;
  const isOpen =
    of === "place"
      ? content.length <= 3 && /(?<!\b(?:is|are|was|were|be|been) )there\W*$/iu.test(question)
      : possessives.has(word)
        ? before.length === 0 && content.length <= 4
        : (before.length === 0 || isAsked) && content.length <= 2 && !anyone.test(question);
  return isOpen ? { word: found.text, at: found.at, of } : null;
}

const asksFor = /^(?:(?:and|but|so|then) )?(?:what|which|how (?:many|much)) /iu;
/**
 * Such pronouns mean people or things in general: "Where do they speak Turkish?", "What do they
 * speak in Scotland?"
 */
const anyone =
  /^(?:where|why|when)\b.*\bthey\b|\b(?:it|they|them|he|she)\b.* (?:in|on|at|from|of) /iu;

/** After the pronoun they begin another clause, or belong to "it is … to". */
const leaning: ReadonlySet<string> = new Set(["to", "that", "if", "when", "because", "while"]);

/** The question with the antecedent in place of the pronoun: "What is Estonia's currency?". */
export function withAntecedent(
  question: string,
  { word, at, of }: OpenReference,
  antecedent: string,
): string {
  const bare = word.toLowerCase();
  const instead = possessives.has(bare)
    ? `${antecedent}${/s$/iu.test(antecedent) ? "'" : "'s"}`
    : of === "place"
      ? `in ${antecedent}`
      : bare === "they"
        ? `the people of ${antecedent}`
        : antecedent;
  const whole = `${question.slice(0, at)}${instead}${question.slice(at + word.length)}`;
  const alone = whole.replace(opening, "");
  // Such as "And its currency?".
  const isPhrase = alone.startsWith(instead) && possessives.has(bare);
  return isPhrase ? `What is ${alone}` : alone.charAt(0).toUpperCase() + alone.slice(1);
}

/** "And the population?" → "the population"; null for anything longer. */
export function openPhrase(question: string): string | null {
  const phrase = /^and (the (?:[\p{L}-]+ ){0,2}[\p{L}-]+)\s*\?*$/iu.exec(question.trim())?.[1];
  return phrase === undefined || /\p{Lu}/u.test(phrase) ? null : phrase;
}

/** "What about Chile?", "And Chile?" → "Chile"; null for any other question. */
export function otherName(question: string): string | null {
  const named =
    /^(?:(?:and )?(?:what|how) about|and)(?: for| in)? (?:the )?(\p{Lu}[\p{L}'’ -]*)\?*$/iu;
  const name = named.exec(question.trim())?.[1]?.trim() ?? "";
  return isNamed(name) ? name : null;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)].map((match) => ({
    text: match[0],
    at: match.index,
  }));
}

function isNamed(text: string): boolean {
  return /^\p{Lu}/u.test(text) && text !== "I";
}

function isContent(text: string): boolean {
  const word = text.toLowerCase();
  return !functionWords.has(word) && !references.has(word);
}
