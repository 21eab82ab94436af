/**
 * Screens a question before the first model call: is it a question, in the library's language, with
 * names that the library knows, and complete without the question before? Pure.
 */
import { namesSaid } from "../../language/asked-names.ts";
import { namesCalled } from "../../language/english/called-by-name.ts";
import {
  openPhrase,
  openReference,
  otherName,
  withAntecedent,
} from "../../language/english/follow-up.ts";
import { isFormOfName } from "../../language/english/forms.ts";
import { type NoQuestion, noQuestion } from "../../language/english/no-question.ts";
import { otherLanguage } from "../../language/english/other-language.ts";
import { functionWords } from "../../language/function-words.ts";
import { misspeltName, type SpellingRules } from "../../language/near-names.ts";
import type { LibraryNames } from "../../retrieval/libraries/manifest.ts";

export interface Earlier {
  question: string;
  /** "" if nothing was found. */
  answer: string;
  found: readonly string[];
}

export interface ScreeningFacts {
  /** False for a person's own documents, and where other sources may be asked. */
  isEnglishLibrary: boolean;
  names: LibraryNames;
  earlier: Earlier | null;
  /** An example that the page shows by itself: nothing is resolved from it unasked. */
  isEarlierOurs: boolean;
}

export type Stop =
  | { kind: NoQuestion; params: { text: string } }
  /** `tag`: BCP 47; null if only the script is known. */
  | { kind: "language"; params: { tag: string | null } }
  | { kind: "antecedent"; params: { word: string; candidates: readonly string[] } }
  | { kind: "name"; params: { word: string; nearest: readonly string[] } };

export interface Resolved {
  /** For example "its"; "" if nothing in the question pointed back. */
  word: string;
  antecedent: string;
  others: readonly string[];
}

export type Verdict =
  | { kind: "ask"; question: string; resolved: Resolved | null }
  | { kind: "stop"; stop: Stop };

const most = 4;
const articles = /^(?:an?|the)$/iu;
const spelling: SpellingRules = {
  isForm: isFormOfName,
  mayPrecedeName: (word) => functionWords.has(word.toLowerCase()) && !articles.test(word),
};

export function screenQuestion(question: string, facts: ScreeningFacts): Verdict {
  const { isEnglishLibrary, names } = facts;
  const none = noQuestion(question);
  if (none !== null && (none !== "topic" || isEnglishLibrary)) {
    return stopped({ kind: none, params: { text: question } });
  }
  const other = isEnglishLibrary ? otherLanguage(question) : null;
  if (other !== null) {
    return stopped({ kind: "language", params: { tag: other.by === "words" ? other.tag : null } });
  }
  const misspelt = misspeltName(question, [...names.entries, ...names.others], spelling);
  if (misspelt !== null) return stopped({ kind: "name", params: misspelt });
  return resolvedFrom(question, facts);
}

export function askAbout(question: string, antecedent: string): string {
  const reference = openReference(question);
  if (reference !== null) return withAntecedent(question, reference, antecedent);
  const phrase = openPhrase(question);
  return phrase === null ? question : `What is ${phrase} of ${antecedent}?`;
}

function resolvedFrom(
  question: string,
  { names, earlier, isEarlierOurs }: ScreeningFacts,
): Verdict {
  const asIs: Verdict = { kind: "ask", question, resolved: null };
  const reference = openReference(question);
  const phrase = openPhrase(question);
  if (reference === null && phrase === null) {
    const instead = earlier === null || isEarlierOurs ? null : aboutOther(question, earlier, names);
    return instead ?? asIs;
  }
  const isPerson = reference?.of === "person";
  const candidates = candidatesIn(earlier, names, isPerson);
  const [antecedent, ...others] = candidates;
  const isOpen = isEarlierOurs || (isPerson && !/\bwho\b/iu.test(earlier?.question ?? ""));
  const word = reference?.word ?? "";
  if (antecedent === undefined || isOpen) {
    if (reference === null) return asIs;
    return stopped({ kind: "antecedent", params: { word, candidates } });
  }
  const resolved = { word, antecedent, others };
  return { kind: "ask", question: askAbout(question, antecedent), resolved };
}

/** "What about Chile?" repeats the question before with its one name replaced. */
function aboutOther(question: string, earlier: Earlier, names: LibraryNames): Verdict | null {
  const name = otherName(question);
  if (name === null) return null;
  const all = [...names.entries, ...names.others];
  const [before, second] = new Set(namesSaid(earlier.question, all));
  if (before === undefined || second !== undefined || !earlier.question.includes(before)) {
    return null;
  }
  // A country does not replace a capital.
  if (names.entries.includes(before) !== names.entries.includes(name)) return null;
  const asked = earlier.question.replace(before, name);
  return { kind: "ask", question: asked, resolved: { word: "", antecedent: name, others: [] } };
}

/** Most likely first. A pronoun for a thing prefers what the library has an entry about. */
function candidatesIn(earlier: Earlier | null, names: LibraryNames, isPerson: boolean): string[] {
  if (earlier === null) return [];
  const { question, answer, found } = earlier;
  const isEntry = (text: string) => names.entries.includes(text);
  const said = [answer, ...found].map((text) => text.replace(/^the /iu, "")).filter(isNameLike);
  const called = namesCalled(question).map((words) => words.join(" ").replace(/['’]s$/u, ""));
  // "World" is an entry, but not what "World Heritage Sites" names.
  const named = namesSaid(question, names.entries).filter(
    (name) => !called.some((longer) => longer !== name && ` ${longer} `.includes(` ${name} `)),
  );
  const ordered = isPerson
    ? [...said.filter((text) => !isEntry(text)), ...called]
    : [
        ...said.slice(0, 1).filter((text) => isEntry(text) && answer.endsWith(text)),
        ...named,
        ...said.filter(isEntry),
        ...said,
        ...called,
      ];
  const within = ordered.filter((name) => question.includes(name) || said.includes(name));
  return [...new Set(within)].slice(0, most);
}

function isNameLike(text: string): boolean {
  return /^\p{Lu}[^\d;:?!]{1,60}$/u.test(text) && text.split(" ").length <= 6 && !isYesOrNo(text);
}

function isYesOrNo(text: string): boolean {
  return /^(?:yes|no)\b/iu.test(text);
}

function stopped(stop: Stop): Verdict {
  return { kind: "stop", stop };
}
