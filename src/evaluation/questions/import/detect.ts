import { delimiters, type FormatId } from "./format.ts";
import { isFreshQa } from "./freshqa.ts";
import { JsonSpans } from "./json-spans.ts";

/** In characters; rows with long contexts reach tens of kilobytes. */
export const sampleLength = 1_000_000;

/** `text` may be the beginning of a file. */
export function detectFormat(text: string): FormatId | null {
  const spans = new JsonSpans(text.slice(0, sampleLength));
  const start = spans.skipSpace(0);
  const first = spans.text[start];
  if (first === "{") return formatOfObject(spans, start);
  if (first === "[") {
    const row = spans.skipSpace(start + 1);
    return spans.text[row] === "{" ? formatOfKeys(keysAt(spans, row)) : null;
  }
  if (isFreshQa(spans.text)) return "freshqa";
  return isTable(spans.text) ? "csv" : null;
}

function formatOfObject(spans: JsonSpans, start: number, depth = 0): FormatId | null {
  const own = formatOfKeys(keysAt(spans, start));
  if (own !== null) return own;
  for (const { value } of spans.members(start)) {
    const row = spans.skipSpace(value.start + 1);
    if (spans.text[value.start] !== "[" || spans.text[row] !== "{") continue;
    const keys = keysAt(spans, row);
    return keys.has("paragraphs") && !keys.has("question") ? "squad" : formatOfKeys(keys);
  }
  const [first] = spans.members(start);
  const isKeyed = first !== undefined && spans.text[first.value.start] === "{" && depth < 2;
  return isKeyed ? formatOfObject(spans, first.value.start, depth + 1) : null;
}

function keysAt(spans: JsonSpans, start: number): ReadonlyMap<string, string> {
  const members = [...spans.members(start)];
  return new Map(members.map(({ key, value }) => [key, spans.text[value.start] ?? ""]));
}

function formatOfKeys(keys: ReadonlyMap<string, string>): FormatId | null {
  const has = (...names: string[]) => names.some((name) => keys.has(name));
  if (has("ambiguous_question")) return "asqa";
  if (has("Question") && has("Answer", "QuestionId")) return "triviaqa";
  if (has("qa") && has("annotation")) return "cdqa";
  if (has("question_stem") || keys.get("question") === "{") return "openbookqa";
  if (!has("question")) return formatWithoutQuestion(keys);
  // Hugging Face's SQuAD has answers in columns: texts and start offsets.
  if (has("answers")) return keys.get("answers") === "{" ? "squad" : "project";
  if (keys.get("evidences") === "{" && !has("supporting_facts")) return "webqa";
  if (has("evidences", "evidences_id")) return "2wikimultihopqa";
  if (has("supporting_facts") || (has("_id") && has("context"))) return "hotpotqa";
  if (has("paragraphs", "question_decomposition")) return "musique";
  if (has("qid", "facts", "term")) return "strategyqa";
  if (keys.get("answer") === "{") return "triviaqa";
  return has("answer") ? "nq-open" : null;
}

function formatWithoutQuestion(keys: ReadonlyMap<string, string>): FormatId | null {
  if (keys.has("title") && keys.get("answers") === "{") return "eli5";
  return keys.has("input") && keys.get("output") === "[" ? "kilt" : null;
}

function isTable(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  return delimiters.some((one) => line.includes(one));
}
