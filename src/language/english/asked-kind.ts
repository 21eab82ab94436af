/** "Which sea borders Estonia?" asks for a sea. */
import { functionWords } from "../function-words.ts";
import { stem } from "./candidates.ts";
import { asksYesOrNo, namedOptions } from "./options.ts";

const opening =
  /^(?:(?:in|on|at|from|of|to|by|for|with)\s+)?(?:who|whom|whose|where|when|which|what|how)\b/iu;
const questionWord = /\b(who|whom|whose|where|when|which|what|how)\b/giu;
const copula = /^(?:is|are|was|were)\s+(?:the\s+)?/iu;
const nameOf = /^names?\s+of\s+(?:the\s+)?/iu;
const asksWhen = /^(?:year|date|day|month|century)$/u;
/** Allows "Which Canadian rock band". */
const mostWords = 5;
/** Verbs follow the first word: "sea borders", "band released". */
const verbal = /(?:s|ed)$/u;

/** Choice questions match only themselves. */
export function asksAlike(one: string, other: string): boolean {
  if (namedOptions(one).length > 0 || namedOptions(other).length > 0) return one === other;
  if (asksYesOrNo(one) || asksYesOrNo(other)) return asksYesOrNo(one) && asksYesOrNo(other);
  const kind = kindOf(one);
  return kind !== null && kind === kindOf(other);
}

function kindOf(question: string): string | null {
  const asked = afterQuestionWord(question);
  if (asked === null) return null;
  const { word, rest } = asked;
  if (word === "who" || word === "whom" || word === "whose") return "who";
  if (word === "where" || word === "when") return word;
  if (word === "how") return `how ${stem(rest.split(/\s+/u)[0] ?? "")}`;
  const words =
    rest
      .replace(copula, "")
      .replace(nameOf, "")
      .match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const ends = words.findIndex(
    (one, at) => functionWords.has(stem(one)) || (at > 0 && verbal.test(one)),
  );
  const noun = words.slice(0, Math.min(ends < 0 ? words.length : ends, mostWords)).at(-1) ?? "";
  if (noun === "") return null;
  return asksWhen.test(stem(noun)) ? "when" : stem(noun);
}

/** Takes the first question word if the question opens with it, else the last. */
function afterQuestionWord(question: string): { word: string; rest: string } | null {
  const found = [...question.matchAll(questionWord)];
  const main = opening.test(question.trim()) ? found[0] : found.at(-1);
  if (main === undefined) return null;
  const rest = question.slice(main.index + main[0].length).trim();
  return { word: main[0].toLowerCase(), rest };
}
