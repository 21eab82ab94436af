/** Rows of `proxy` (closed book), `read` and `relevant`. */

import { proxyPrompt, readPrompt, relevancePrompt } from "../../../src/methods/skills.ts";
import { grouped } from "./grouped.ts";
import type { FactbookSpan, ReadExample, RelevanceExample } from "./lm-inputs.ts";
import { balanced } from "./lm-order.ts";
import { answerRow, isPlainAnswer, type LmRow, oneLine, wordCount } from "./lm-row.ts";
import type { SourceRow } from "./sources.ts";

const maxProxyWords = 6;

/** Closed-book answers: the first (main) name of each. */
export function proxyRows(source: string, rows: readonly SourceRow[]): LmRow[] {
  return rows.flatMap(({ question, answers }) =>
    proxyRow(source, oneLine(question ?? ""), oneLine(answers?.[0] ?? "")),
  );
}

/** openbookqa has sentence beginnings; only its questions can be answered without the choices. */
export function asksByItself({ question = "" }: SourceRow): boolean {
  return (
    question.endsWith("?") &&
    question.length <= 160 &&
    !/\b(?:which of (?:these|the following|the\b.*\bis not)|these|odd one|following)\b/iu.test(
      question,
    )
  );
}

function proxyRow(source: string, question: string, answer: string): LmRow[] {
  const isWord =
    isPlainAnswer(answer, maxProxyWords) && !/^(?:none|yes|no|true|false)$/iu.test(answer);
  if (question === "" || !isWord) return [];
  return [answerRow("proxy", source, question, proxyPrompt(question), answer)];
}

/** Factbook codes of the places people ask about most; they come first. */
const popular = new Set(
  (
    "us uk fr gm it sp po ei nl be sz au sw no da fi ic pl ez hu ro bu gr tu rs up ch ja ks kn in pk bg id ms th vm rp as nz " +
    "ca mx br ar ci co pe ve cu eg ml sf ni ke et mo ag ts ly iz ir is sa ae"
  ).split(" "),
);

/**
 * Factbook look-ups, popular places first; without numbers, which a small model cannot memorise.
 */
export function factbookProxyRows(spans: readonly FactbookSpan[]): LmRow[] {
  const named = spans.filter(({ answer }) => !/\d/u.test(answer));
  const isPopular = ({ passageId }: FactbookSpan) => popular.has(passageId.split("/")[0] ?? "");
  return [...named.filter(isPopular), ...named.filter((span) => !isPopular(span))].flatMap(
    ({ question, answer }) => proxyRow("factbook", question, oneLine(answer)),
  );
}

/** `title: text`, as the app passes it to the reader. */
function passageText(title: string, text: string): string {
  return title === "" ? oneLine(text) : `${title}: ${oneLine(text)}`;
}

/** Words of a passage; longer ones cost more steps than they teach. */
const maxReadWords = 160;

export function readRows(examples: readonly ReadExample[], mostWords = maxReadWords): LmRow[] {
  return examples.flatMap(({ source, question, title, text, kind, answers }) => {
    const answer = kind === "span" ? oneLine(answers[0]?.text ?? "") : kind;
    if (wordCount(text) > mostWords || !isPlainAnswer(answer, 12) || wordCount(question) > 40)
      return [];
    const prompt = readPrompt(oneLine(question), passageText(title, text));
    return [answerRow("read", source, question, prompt, answer)];
  });
}

export function relevantRows(examples: readonly RelevanceExample[]): LmRow[] {
  const items = examples.flatMap(({ source, question, passages }) =>
    passages
      .filter(({ text }) => wordCount(text) <= 120 && wordCount(question) <= 40)
      .map((passage) => ({ source, question, passage, key: `${question}/${passage.text}` })),
  );
  const sources = grouped(items, ({ source }) => source);
  return [...sources.values()].flatMap((group) =>
    balanced(group, ({ passage }) => passage.label === 1).map(({ source, question, passage }) => {
      const prompt = relevancePrompt(oneLine(question), passageText(passage.title, passage.text));
      return answerRow("relevant", source, question, prompt, passage.label === 1 ? "yes" : "no");
    }),
  );
}
