/** Takes any text, never throws. */
import * as z from "zod/mini";
import type { Language } from "../../language/language.ts";
import { looksLikeJson, readJson } from "./json.ts";
import type { Resolved } from "./resolution.ts";

export interface ParsedReading extends Resolved {
  span: string;
}

/** A self-reported confidence (earlier prompts) is ignored. */
const answerShape = z.object({
  answer: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
});

const maxSpanCharacters = 300;

/** The constrained small reader writes a bare span, also after `Final:`. */
export function parseSpan(output: string, { isUnknown }: Language): ParsedReading {
  const lines = output.trim().split(/\r?\n/u);
  const span = (lines[0] ?? "")
    .trim()
    .replace(/^(?:answer|final):\s*/iu, "")
    .replace(/^["'“]+/u, "")
    .replace(/(?<!["'”.])["'”.]+$/u, "");
  if (span === "" || isUnknown(span)) return found("", "clean", "");
  const tooMuch = lines.length > 1 || span.length > maxSpanCharacters;
  return found(
    span.slice(0, maxSpanCharacters),
    tooMuch ? "repaired" : "clean",
    tooMuch ? "more than a span" : "",
  );
}

/** `isEcho` recognises the prompt's own words. */
export function parseJsonReading(
  output: string,
  language: Language,
  isEcho: (value: string) => boolean = () => false,
): ParsedReading {
  const json = readJson(output, answerShape);
  if (json === null && looksLikeJson(output))
    return found("", "fell-back", "JSON without an answer");
  if (json === null) {
    const { span } = parseSpan(output, language);
    const said = isEcho(span) ? "" : span;
    return found(said, "fell-back", "no JSON; first line taken");
  }
  const { value, mended } = json;
  const said = value.answer === null ? "" : String(value.answer).trim();
  if (isEcho(said)) return found("", "fell-back", "the prompt's own words");
  const span = language.isUnknown(said) ? "" : said.slice(0, maxSpanCharacters);
  return mended ? found(span, "repaired", "JSON mended") : found(span, "clean", "");
}

function found(span: string, resolution: ParsedReading["resolution"], detail: string) {
  return { span, resolution, detail };
}
