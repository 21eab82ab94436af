/** Recognises questions in other languages, cautiously: by script, or by several of their words. */
import { functionWords } from "../function-words.ts";

/** Frequent words of questions, by language tag. Words that are also English count for neither. */
const words: Readonly<Record<string, string>> = {
  de: "wie was wer wo wann welche welcher welches welchen welchem wieviel ist sind hat heißt heisst liegt der die das den dem ein eine einen von und für im am nicht mit auf",
  es: "qué cuál cuáles quién dónde cuándo cómo cuántos cuántas por es son está tiene el la los las de del y en un una que se país",
  fr: "quel quelle quels quelles qui où quand comment combien est sont le la les de du des et en un une dans que pays pourquoi à",
  it: "qual quale quali chi dove quando come quanti quante è sono il lo la gli le di del della e in un una che nel",
  nl: "wat wie waar wanneer hoe welke hoeveel waarom is zijn heeft ligt de het een van en voor op met",
  pt: "qual quais quem onde quando como quantos quantas é são tem o a os as de do da dos das e em um uma que no na",
};

const vocabularies = Object.entries(words).map(([tag, list]): [string, ReadonlySet<string>] => [
  tag,
  new Set(list.split(" ")),
]);

/** English words of questions that are no function words. */
const alsoEnglish = new Set(
  "i a me my you your he she we us they them him not no many much name tell give list tallest most if so but there out up all any one".split(
    " ",
  ),
);

/** Names contain a few such words ("La Vie en Rose"); whole questions contain more. */
const leastWords = 2;
const leastShare = 0.4;

export type OtherLanguage = { by: "words"; tag: string } | { by: "script" };

/** Null for English, and wherever there is doubt. */
export function otherLanguage(question: string): OtherLanguage | null {
  const latin = (question.match(/\p{sc=Latin}/gu) ?? []).length;
  const others = (question.match(/\p{L}/gu) ?? []).length - latin;
  if (others > latin) return { by: "script" };
  const typed = question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const foreign = typed.filter((word) => !functionWords.has(word) && !alsoEnglish.has(word));
  const isMarked = question.includes("¿");
  const isEnglish = typed.some((word) => isOnlyEnglish(word));
  if (isEnglish && !isMarked) return null;
  let best: { tag: string; hits: number } | null = null;
  for (const [tag, vocabulary] of vocabularies) {
    const hits = foreign.filter((word) => vocabulary.has(word)).length;
    if (hits > (best?.hits ?? 0)) best = { tag, hits };
  }
  if (best === null) return null;
  const isEnough = best.hits >= leastWords && best.hits >= leastShare * typed.length;
  return isEnough || isMarked ? { by: "words", tag: best.tag } : null;
}

function isOnlyEnglish(word: string): boolean {
  if (!functionWords.has(word) && !alsoEnglish.has(word)) return false;
  return vocabularies.every(([, vocabulary]) => !vocabulary.has(word));
}
