export function saysYes(output: string): boolean | null {
  const match = /^\W*(yes|no)\b/iu.exec(output);
  if (match === null) return null;
  return (match[1] ?? "").toLowerCase() === "yes";
}

export function isTrue(field: string): boolean | null {
  if (/^(?:yes|true)$/iu.test(field)) return true;
  return /^(?:no|false)$/iu.test(field) ? false : null;
}

export const unknownAnswer = "unknown";

/** These may also begin a name ("Unknown Pleasures"). */
const alone = /^[\s"'(*]*(?:unknown|unsolved|none|n\/?a)\b(.*)$/isu;
const afterAlone =
  /^(?:$|[^\p{L}\p{N}\s]|\s+[^\p{L}\p{N}\s]|\s+(?:of (?:the|these|those)\s+(?:passages|texts|references|answers)|in|from|at|as|because|since|based|according|given|mentioned|found|stated)\b)/iu;
const saysSo =
  /^[\s"'(*]*(?:not (?:known|given|stated|found|mentioned|available|sure)|i (?:do not|don['’]t) know)\b/iu;

export function isUnknown(answer: string): boolean {
  const rest = alone.exec(answer.trim())?.[1];
  return saysSo.test(answer) || (rest !== undefined && afterAlone.test(rest));
}

const inWords =
  /(?:\b(?:so|thus|hence|therefore)[, ]{1,2})?\bthe (?:final )?answer(?: to the question)? is\b[\s:*]*(\S[^\n]*)?/iu;

export function finalAnswer(text: string): { start: number; answer: string } | null {
  const match = inWords.exec(text);
  return match === null ? null : { start: match.index, answer: match[1] ?? "" };
}
