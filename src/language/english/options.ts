import { maxQuestionCharacters } from "../../log/question.ts";

export const yesOrNo =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|might|must|should)\b/iu;

export function asksYesOrNo(question: string): boolean {
  return yesOrNo.test(question) && namedOptions(question).length === 0;
}

const maxOptionWords = 8;
const opensClause =
  /^(?:which|what|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|in|of|among|between)\b/iu;

/**
 * Finds "…, Mali or Chad?", "Is Mali or Chad …?". [] if unclear, or if the question is too long, as
 * the search starts at each word.
 */
export function namedOptions(question: string): string[] {
  if (question.length > maxQuestionCharacters) return [];
  const parts = question.replace(/(?<![?\s])[?\s]+$/u, "").split(/(?:,|(?<!\s))\s+or\s+/u);
  const [before, after] = parts;
  if (parts.length !== 2 || before === undefined || after === undefined) return [];
  if (/\b(?:either|whether)\b/iu.test(before)) return [];
  const listed = before.split(/[,:]\s+/u).slice(1);
  const options = listed.length > 0 ? [...listed, after] : namesAround(question, before, after);
  const bare = options.map(withoutMarks);
  return bare.length > 1 && bare.every(isOption) ? bare : [];
}

const name = String.raw`\p{Lu}[^\s,;:]*(?:\s+(?:(?:of|the|and|de|la|du|von|van|for|in|on|to|a)\s+)*[\p{Lu}\p{N}][^\s,;:]*)*(?:\s\([^()]*\))?`;
const endsInName = new RegExp(String.raw`\s(?:the\s+)?(${name})$`, "u");
const beginsWithName = new RegExp(String.raw`^(?:in\s+)?(?:the\s+)?(${name})(?=\s|$)`, "u");

/**
 * Without a comma only capitals mark names. "Is the Rhine or the Elbe longer?" may continue after
 * them; other questions must end there.
 */
function namesAround(question: string, before: string, after: string): string[] {
  const firstOption = endsInName.exec(before)?.[1];
  const match = beginsWithName.exec(after);
  const right = match?.[1];
  if (firstOption === undefined || right === undefined) return [];
  const ends = match?.[0].length === after.length;
  return ends || yesOrNo.test(question) ? [firstOption, right] : [];
}

function isOption(text: string): boolean {
  return text !== "" && !opensClause.test(text) && text.split(/\s+/u).length <= maxOptionWords;
}

/** "that of" and "in" are no part of a name. */
function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(/^(?:(?:that|those) of|in)\s+/u, "")
    .replace(/^["“'‘]+/u, "")
    .replace(/(?<!["”'’])["”'’]+$/u, "")
    .trim();
}

/** Such as "the country whose capital is Rangoon". */
export function isDescription(option: string): boolean {
  return /^(?:the|an?)\s+\p{Ll}/u.test(option);
}
