import type { Trace, TraceNode } from "../../folds/trace.ts";
import { withAskedNames } from "../../language/asked-names.ts";
import type { Alias } from "../../language/names.ts";
import type { Passage } from "../../log/types.ts";
import { withoutControls } from "../../shared/plain-characters.ts";

export interface MarkdownWords {
  noAnswer: string;
  /** The caveat of an answer that was not found; "" for a found one. */
  worth: string;
  path: string;
  sources: string;
  noPassage: string;
  given: string;
  made: string;
}

/** In characters. */
const longestQuote = 280;

/** `aliases` show the question's name of a place beside the library's. */
export function answerMarkdown(
  trace: Trace,
  words: MarkdownWords,
  aliases: readonly Alias[] = [],
): string {
  const { start, answer } = trace;
  const named = withAskedNames(start?.question ?? "", aliases);
  const parts = [`# ${plain(start?.question ?? "")}`];
  if (answer === null || (answer.short === "" && answer.text === "")) parts.push(words.noAnswer);
  else {
    if (words.worth !== "") parts.push(`*${plain(words.worth)}*`);
    if (answer.short !== "") parts.push(`**${plain(named(answer.short))}**`);
    if (answer.text !== "" && answer.text !== answer.short) parts.push(plain(named(answer.text)));
  }
  const path = answer?.path ?? [];
  if (path.length > 0) {
    const steps = path.map((step, at) => `${at + 1}. ${plain(step.query)} ${plain(step.answer)}`);
    parts.push(`## ${words.path}`, steps.join("\n"));
  }
  const sources = (answer?.citations ?? []).map(({ mark, node, passageId }) => {
    const passage = passageId === null ? undefined : trace.passages.get(passageId);
    const step = trace.nodes.get(node);
    if (passage !== undefined) return source(mark, passage, step);
    return `\\[${mark}\\] ${step?.status === "given" ? words.given : words.noPassage}`;
  });
  if (sources.length > 0) parts.push(`## ${words.sources}`, sources.join("\n\n"));
  parts.push(`*${plain(words.made)}*`);
  return `${parts.join("\n\n")}\n`;
}

function source(mark: number, passage: Passage, node: TraceNode | undefined): string {
  const span = node?.verdict?.span || (node?.answer ?? "");
  const quote = sentenceWith(passage.text, span);
  const title = `\\[${mark}\\] ${plain(passage.title)}`;
  return quote === "" ? title : `${title}\n\n> ${plain(quote)}`;
}

/** "" if no sentence contains the span. */
function sentenceWith(text: string, span: string): string {
  const at = span === "" ? -1 : text.toLowerCase().indexOf(span.toLowerCase());
  if (at < 0) return "";
  for (const { segment, index } of new Intl.Segmenter(undefined, {
    granularity: "sentence",
  }).segment(text)) {
    if (index + segment.length > at) return shortened(segment.trim());
  }
  return "";
}

function shortened(text: string): string {
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote - 1).trimEnd()}…`;
}

/** Escapes it so that nothing is read as Markdown or HTML and nothing becomes a link. */
function plain(text: string): string {
  return withoutControls(text)
    .trim()
    .split(/\s+/u)
    .map(plainWord)
    .join(" ")
    .replace(/^(\d+)([.)])/u, "$1\\$2")
    .replace(/^([-+=])/u, "\\$1");
}

/** Some sites make these links or notify someone, even if they are escaped. */
const liveWord = /:\/\/|www\.|@|(?:mailto|xmpp):/iu;

/** Such words become code, in which nothing is linked. */
function plainWord(word: string): string {
  if (!liveWord.test(word)) return escaped(word);
  const letters = [...word];
  const first = letters.findIndex((letter) => /[\p{L}\p{N}@]/u.test(letter));
  const begin = first < 0 ? letters.length : first;
  const end = Math.max(
    begin,
    letters.findLastIndex((letter) => /[\p{L}\p{N}/@]/u.test(letter)) + 1,
  );
  const part = (from: number, to: number) => letters.slice(from, to).join("");
  const inside = part(begin, end);
  const longest = (inside.match(/`+/gu) ?? []).reduce(
    (most, { length }) => Math.max(most, length),
    0,
  );
  const fence = "`".repeat(longest + 1);
  return `${escaped(part(0, begin))}${fence}${inside}${fence}${escaped(part(end, letters.length))}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&]/gu, "\\$&");
}
