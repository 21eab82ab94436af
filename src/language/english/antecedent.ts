/** Reads a question that leans on the one before: "And what is its currency?". Pure. */
import { namesSaid } from "../asked-names.ts";
import { namesCalled } from "./called-by-name.ts";
import { openPhrase, openReference, otherName, withAntecedent } from "./follow-up.ts";

export interface Earlier {
  question: string;
  /** "" if nothing was found. */
  answer: string;
  found: readonly string[];
}

/** Names that the library knows; `entries` are titles of its entries. */
interface KnownNames {
  entries: readonly string[];
  others: readonly string[];
}

export interface Resolved {
  /** For example "its"; "" if nothing in the question pointed back. */
  word: string;
  antecedent: string;
  others: readonly string[];
}

export type FollowUpReading =
  | { kind: "complete" }
  | { kind: "resolved"; question: string; resolved: Resolved }
  /** Its antecedent is not certain, or there is none. */
  | { kind: "open"; word: string; candidates: readonly string[] };

const most = 4;

/** `isCertain` is false if the question before may not be what this one refers to. */
export function readFollowUp(
  question: string,
  earlier: Earlier | null,
  names: KnownNames,
  { isCertain = true }: { isCertain?: boolean } = {},
): FollowUpReading {
  const complete: FollowUpReading = { kind: "complete" };
  const reference = openReference(question);
  const phrase = openPhrase(question);
  if (reference === null && phrase === null) {
    return (
      (isCertain && earlier !== null ? aboutOther(question, earlier, names) : null) ?? complete
    );
  }
  const isPerson = reference?.of === "person";
  const candidates = candidatesIn(earlier, names, isPerson);
  const [antecedent, ...others] = candidates;
  const isOpen = !isCertain || (isPerson && !/\bwho\b/iu.test(earlier?.question ?? ""));
  const word = reference?.word ?? "";
  if (antecedent === undefined || isOpen) {
    return reference === null ? complete : { kind: "open", word, candidates };
  }
  const resolved = { word, antecedent, others };
  return { kind: "resolved", question: askAbout(question, antecedent), resolved };
}

export function askAbout(question: string, antecedent: string): string {
  const reference = openReference(question);
  if (reference !== null) return withAntecedent(question, reference, antecedent);
  const phrase = openPhrase(question);
  return phrase === null ? question : `What is ${phrase} of ${antecedent}?`;
}

/** "What about Chile?" repeats the question before with its one name replaced. */
function aboutOther(question: string, earlier: Earlier, names: KnownNames): FollowUpReading | null {
  const name = otherName(question);
  if (name === null) return null;
  const all = [...names.entries, ...names.others];
  const [before, second] = new Set(namesSaid(earlier.question, all));
  if (before === undefined || second !== undefined || !earlier.question.includes(before)) {
    return null;
  }
  // A country does not replace a capital.
  if (names.entries.includes(before) !== names.entries.includes(name)) return null;
  const asked = earlier.question.replace(before, () => name);
  const resolved = { word: "", antecedent: name, others: [] };
  return { kind: "resolved", question: asked, resolved };
}

/** Most likely first. A pronoun for a thing prefers what the library has an entry about. */
function candidatesIn(earlier: Earlier | null, names: KnownNames, isPerson: boolean): string[] {
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
