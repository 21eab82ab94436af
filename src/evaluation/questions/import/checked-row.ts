import { maxQuestionCharacters } from "../../../log/question.ts";
import { withOptions } from "./asked-options.ts";
import { bad, good } from "./convert.ts";
import type { Converted, RowDraft } from "./format.ts";
import { languageOf } from "./language-of.ts";

/**
 * Trims, removes repeated answers, adds the options to the question and detects a non-English
 * language. With `unscored`, a row may have no answer.
 */
export function checkedRow(draft: RowDraft, unscored = false): Converted {
  const { answers: golds, answerGroups = [], options: listed = [], ...row } = draft;
  const stem = row.question.trim();
  if (stem === "") return bad("no-question");
  const language = row.language ?? languageOf(stem);
  const options = distinct(listed);
  const isChoice = options.length > 1;
  const question = isChoice ? withOptions(stem, options, language) : stem;
  if (question.length > maxQuestionCharacters) {
    return bad("question-too-long", { limit: maxQuestionCharacters });
  }
  const groups = answerGroups.map(distinct).filter((group) => group.length > 0);
  const answers = distinct([...golds, ...groups.flat()]);
  if (answers.length === 0 && !unscored) return bad("no-answer");
  return good({
    ...row,
    question,
    answers,
    ...(groups.length === 0 ? {} : { answerGroups: groups }),
    ...(isChoice ? { options } : {}),
    ...(language === undefined ? {} : { language }),
  });
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((one) => one.trim()))].filter((one) => one !== "");
}
