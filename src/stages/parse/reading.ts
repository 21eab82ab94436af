/** Parses what a reader says it found in the passages. Takes any text, never throws. */
import { jsonrepair } from "jsonrepair";
import * as z from "zod/mini";
import type { Language } from "../../language/language.ts";
import type { Resolved } from "./resolution.ts";

export interface ParsedReading extends Resolved {
  /** "" when the reader found nothing. */
  span: string;
  /** The reader's own word for its confidence in [0, 1]; null when it gave none. */
  stated: number | null;
}

const answerShape = z.object({
  answer: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  /** Models also write "0.9", "high" or null; what is not a number tells nothing. */
  confidence: z.optional(z.unknown()),
});

const maxSpanCharacters = 300;

/** A bare span, as the small reader writes it under its constraint; after the `Final:` of a chain, too. */
export function parseSpan(output: string, { isUnknown }: Language): ParsedReading {
  const lines = output.trim().split(/\r?\n/u);
  const span = (lines[0] ?? "")
    .trim()
    .replace(/^(?:answer|final):\s*/iu, "")
    .replace(/^["'“]+/u, "")
    .replace(/(?<!["'”.])["'”.]+$/u, "");
  if (span === "" || isUnknown(span)) return found("", null, "clean", "");
  const tooMuch = lines.length > 1 || span.length > maxSpanCharacters;
  return found(
    span.slice(0, maxSpanCharacters),
    null,
    tooMuch ? "repaired" : "clean",
    tooMuch ? "more than a span" : "",
  );
}

/** `{"answer": …, "confidence": …}`, as a large reader is asked to write it. */
export function parseJsonReading(output: string, language: Language): ParsedReading {
  const strict = readJson(output, language);
  if (strict !== null) return { ...strict, resolution: "clean", detail: "" };
  const start = output.indexOf("{");
  if (start >= 0) {
    const mended = readJson(repairJson(output.slice(start)), language);
    if (mended !== null) return { ...mended, resolution: "repaired", detail: "JSON mended" };
    if (output.trimStart().startsWith("{"))
      return found("", null, "fell-back", "JSON without an answer");
  }
  return {
    ...parseSpan(output, language),
    resolution: "fell-back",
    detail: "no JSON; first line taken",
  };
}

function readJson(
  text: string,
  { isUnknown }: Language,
): Pick<ParsedReading, "span" | "stated"> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = answerShape.safeParse(value);
  if (!parsed.success) return null;
  const raw = parsed.data.answer === null ? "" : String(parsed.data.answer).trim();
  return {
    span: isUnknown(raw) ? "" : raw.slice(0, maxSpanCharacters),
    stated: statedConfidence(parsed.data.confidence),
  };
}

function statedConfidence(raw: unknown): number | null {
  const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  if (typeof value !== "number" || Number.isNaN(value)) return null;
  return Math.min(1, Math.max(0, value));
}

function repairJson(text: string): string {
  try {
    return jsonrepair(text.slice(0, 4000));
  } catch {
    return "";
  }
}

function found(
  span: string,
  stated: number | null,
  resolution: ParsedReading["resolution"],
  detail: string,
): ParsedReading {
  return { span, stated, resolution, detail };
}
