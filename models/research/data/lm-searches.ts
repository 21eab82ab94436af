/** Rows of `keywords`, `claims` and `decompose`. */
import {
  claimsLines,
  claimsPrompt,
  decomposeLines,
  decomposePrompt,
  keywordsPrompt,
} from "../../../src/methods/skills.ts";
import type { FactbookSpan } from "./lm-inputs.ts";
import { phraseOf, searchWords, statementOf } from "./lm-phrases.ts";
import { hasTwins, type SolvedChain } from "./lm-plan-sources.ts";
import { answerRow, asQuery, isPlainAnswer, type LmRow, oneLine } from "./lm-row.ts";
import { plainQuestion, type SourceRow } from "./sources.ts";

/** A rewriter's search words for a question; "None" in the source means no rewrite. */
export function keywordRows(source: string, rows: readonly SourceRow[]): LmRow[] {
  return rows.flatMap((row) => {
    const question = oneLine(row.question ?? "");
    const queries = (row.queries ?? []).map(oneLine);
    const fits = queries.every((query) => query !== "" && query !== "None" && !query.includes(";"));
    if (!fits || queries.length === 0 || queries.length > 3 || question.length > 200) return [];
    const answer = queries.join("; ");
    return [answerRow("keywords", source, question, keywordsPrompt(question), answer)];
  });
}

/** Claims from an answer: one rule-made sentence and its search words. */
export function claimsRows(source: string, rows: readonly SourceRow[]): LmRow[] {
  return rows.flatMap((row) => {
    const question = oneLine(row.question ?? "");
    const queries = (row.queries ?? []).map(oneLine).filter((query) => query !== "None");
    const words = queries.length > 0 ? queries : [searchWords(question)];
    return claimsRow(source, question, oneLine(row.answers?.[0] ?? ""), words);
  });
}

export function factbookClaimsRows(spans: readonly FactbookSpan[]): LmRow[] {
  return spans.flatMap(({ question, answer }) =>
    claimsRow("factbook", question, answer, [searchWords(question)]),
  );
}

function claimsRow(
  source: string,
  question: string,
  answer: string,
  queries: readonly string[],
): LmRow[] {
  const sentence = isPlainAnswer(answer, 8) ? statementOf(question, answer) : null;
  const fits =
    queries.every((query) => query !== "" && !/[|;\n]/u.test(query)) && !/ and /u.test(answer);
  if (sentence === null || question.length > 140 || !fits || queries.length > 2) return [];
  const text = claimsLines(queries, [{ sentence, words: searchWords(sentence) }]);
  return [answerRow("claims", source, question, claimsPrompt(question, answer), text)];
}

/** Self-contained sub-questions; null if a reference could not be described. */
export function decomposeRow(
  source: string,
  question: string,
  parts: readonly string[] | null,
): LmRow[] {
  const asked = parts?.map((part) => asQuery(part)) ?? [];
  const plain = asked.map(plainQuestion);
  const fits =
    asked.length >= 2 &&
    asked.length <= 4 &&
    new Set(plain).size === plain.length &&
    asked.every((part) => part.length <= 170 && !/#\d/u.test(part));
  if (!fits || question.length > 220) return [];
  const prompt = decomposePrompt(question);
  return [answerRow("decompose", source, question, prompt, decomposeLines(asked))];
}

/**
 * Replaces earlier answers inside a solved chain's queries by descriptions. Null if that is
 * impossible, or if the end of a bridge names nothing found before.
 */
export function standAlone({ solved, end }: Pick<SolvedChain, "solved" | "end">): string[] | null {
  if (hasTwins(solved)) return null;
  const parts: string[] = [];
  for (const [index, { query }] of solved.entries()) {
    let text = query;
    for (const [before, { answer }] of solved.slice(0, index).entries()) {
      if (!namesWhole(text, answer)) continue;
      const phrase = phraseOf(parts[before] ?? "");
      if (phrase === null) return null;
      text = text.replace(`the ${answer}`, () => answer).replace(answer, () => phrase);
    }
    parts.push(text);
  }
  const isBridge = end.rests.length === 1;
  return isBridge && parts.at(-1) === solved.at(-1)?.query ? null : parts;
}

function namesWhole(text: string, name: string): boolean {
  return ` ${plainQuestion(text)} `.includes(` ${plainQuestion(name)} `) && text.includes(name);
}

export function chainDecomposeRows(
  chains: readonly { source: string; chain: SolvedChain }[],
): LmRow[] {
  return chains.flatMap(({ source, chain }) =>
    decomposeRow(source, chain.question, standAlone(chain)),
  );
}

/** StrategyQA: describes references and drops a last step that only compares. */
export function strategyParts(row: SourceRow): string[] | null {
  const raw = (row.decomposition ?? []).map(({ question }) => oneLine(question));
  const only = raw.filter((part) => !/#\d/u.test(part));
  const isLast = raw.findIndex((part) => /#\d/u.test(part)) === raw.length - 1;
  if (isLast && only.length >= 2) return only.every(isQuestion) ? only : null;
  const parts: string[] = [];
  for (const part of raw) {
    const text = described(part, parts);
    if (text === null || !isQuestion(text)) return null;
    parts.push(text);
  }
  return parts;
}

function described(part: string, earlier: readonly string[]): string | null {
  const numbers = [...part.matchAll(/#(\d)/gu)].map(([, digit]) => Number(digit));
  const phrases = numbers.map((number) => phraseOf(earlier[number - 1] ?? ""));
  if (phrases.includes(null) || /#\d's|\b(?:of|in) #\d (?:\p{Lu}|\d)/u.test(part)) return null;
  return part.replace(
    /(?:\bthe )?#(\d)/giu,
    (_mark, digit: string) => phraseOf(earlier[Number(digit) - 1] ?? "") ?? "",
  );
}

function isQuestion(part: string): boolean {
  return part.endsWith("?") && part.split(" ").length >= 4;
}
