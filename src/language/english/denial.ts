/** The words by which models say that they do not know. */

/** What is said where no way led to an answer. */
export const unknownAnswer = "unknown";

/** Words that may begin a name, too ("Unknown Pleasures"); what may follow them where they say nothing. */
const alone = /^[\s"'(*]*(?:unknown|unsolved|none|n\/?a)\b(.*)$/isu;
const afterAlone =
  /^(?:$|[^\p{L}\p{N}\s]|\s+[^\p{L}\p{N}\s]|\s+(?:of (?:the|these|those)\s+(?:passages|texts|references|answers)|in|from|at|as|because|since|based|according|given|mentioned|found|stated)\b)/iu;
const saysSo =
  /^[\s"'(*]*(?:not (?:known|given|stated|found|mentioned|available|sure)|i (?:do not|don['’]t) know)\b/iu;

/** Whether an answer only says that it is not known. */
export function isUnknown(answer: string): boolean {
  const rest = alone.exec(answer.trim())?.[1];
  return saysSo.test(answer) || (rest !== undefined && afterAlone.test(rest));
}
