/**
 * Screens a question before the first model call: is it a question, in the library's language, with
 * names that the library knows, and complete without the question before? Pure.
 */
import { type Earlier, type Resolved, readFollowUp } from "../../language/english/antecedent.ts";
import { isFormOfName } from "../../language/english/forms.ts";
import { type NoQuestion, noQuestion } from "../../language/english/no-question.ts";
import { otherLanguage } from "../../language/english/other-language.ts";
import { functionWords } from "../../language/function-words.ts";
import { misspeltName, type SpellingRules } from "../../language/near-names.ts";
import type { LibraryNames } from "../../retrieval/libraries/manifest.ts";

export { askAbout, type Earlier, type Resolved } from "../../language/english/antecedent.ts";

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

export type Verdict =
  | { kind: "ask"; question: string; resolved: Resolved | null }
  | { kind: "stop"; stop: Stop };

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
  return withEarlier(question, facts);
}

function withEarlier(question: string, { names, earlier, isEarlierOurs }: ScreeningFacts): Verdict {
  const read = readFollowUp(question, earlier, names, { isCertain: !isEarlierOurs });
  if (read.kind === "open") {
    const { word, candidates } = read;
    return stopped({ kind: "antecedent", params: { word, candidates } });
  }
  return read.kind === "resolved"
    ? { kind: "ask", question: read.question, resolved: read.resolved }
    : { kind: "ask", question, resolved: null };
}

function stopped(stop: Stop): Verdict {
  return { kind: "stop", stop };
}
