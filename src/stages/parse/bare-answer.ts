import type { Language } from "../../language/language.ts";
import { scoringForm } from "../../language/normalise.ts";
import { endsShortened, firstSentence } from "./first-sentence.ts";

export interface AnswerAsked {
  language: Language;
  question: string;
  /** The steps' answers, in order. */
  found: readonly string[];
}

/** Longer answers are sentences, or titles. */
const fewWords = 6;

/**
 * Returns the option that the text names, or yes or no; else the found answer that a sentence ends
 * in. Otherwise the text is unchanged.
 */
export function bareAnswer(said: string, asked: AnswerAsked): string {
  const { language, question, found } = asked;
  const whole = tidy(language.finalAnswer(said)?.answer ?? said);
  const option = chosenOption(whole, language, question);
  if (option !== null) return scoringForm(option) === scoringForm(whole) ? whole : option;
  const isYes = language.asksYesOrNo(question) ? language.saysYes(whole) : null;
  if (isYes !== null) return isYes ? "yes" : "no";
  const sentence = tidy(firstSentence(whole));
  if (wordsOf(sentence).length <= fewWords) return sentence;
  const named = found.findLast(
    (answer) =>
      answer !== "" &&
      language.holdsName(sentence, answer) &&
      !language.holdsName(question, answer),
  );
  return named ?? onlyCandidate(sentence, asked) ?? sentence;
}

/** If several are named, the one at the start: "The Rhine is longer than the Elbe". */
function chosenOption(said: string, language: Language, question: string): string | null {
  const options = language.namedOptions(question);
  const held = options.filter((option) => language.holdsName(said, option));
  if (held.length === 1) return held[0] ?? null;
  const beginning = (option: string) =>
    wordsOf(said)
      .slice(0, wordsOf(option).length + 1)
      .join(" ");
  const first = held.filter((option) => language.holdsName(beginning(option), option));
  return first.length === 1 ? (first[0] ?? null) : null;
}

/** Null unless a single candidate has few words. */
function onlyCandidate(sentence: string, { language, question }: AnswerAsked): string | null {
  const candidates = language
    .answerCandidates(question, sentence)
    .map((candidate) => tidy(candidate))
    .filter((candidate) => /[\p{Lu}\p{N}]/u.test(candidate));
  const [only] = candidates;
  const isOne = candidates.length === 1 && only !== undefined && wordsOf(only).length <= fewWords;
  return isOne ? only : null;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

function tidy(text: string): string {
  const bare = text
    .replace(/(?<!\s)\s*\[\d{1,2}\]/gu, "")
    .replace(/\*\*/gu, "")
    .trim()
    .replace(/^["“'‘](.*)["”'’]$/u, "$1")
    .trim();
  return bare.endsWith(".") && !endsShortened(bare)
    ? bare.replace(/(?<!\.)\.+$/u, "").trim()
    : bare;
}
