import { AppError } from "./errors.ts";

export const maxQuestionCharacters = 2000;

/** Collapses white space. Throws `question-empty` or `question-too-long`. */
export function checkQuestion(text: string): string {
  const question = text.replace(/\s+/gu, " ").trim();
  if (question === "") throw new AppError("question-empty");
  if (question.length > maxQuestionCharacters) {
    throw new AppError("question-too-long", {
      characters: question.length,
      limit: maxQuestionCharacters,
    });
  }
  return question;
}
