import * as z from "zod/mini";

export type LineProblem =
  | "not-json"
  | "not-an-object"
  | "text-missing"
  | "text-empty"
  | "title-not-text"
  | "duplicate-id"
  | "line-too-long";

export interface BadLine {
  /** From 1. */
  line: number;
  reason: LineProblem;
}

export interface CorpusRow {
  id: string;
  title: string;
  text: string;
}

const rowShape = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  title: z.optional(z.string()),
  text: z.optional(z.string()),
  sentences: z.optional(z.array(z.string())),
});

/** Rows without an id are named after their line. */
export function parseRow(line: string, number: number): CorpusRow | LineProblem {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return "not-json";
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return "not-an-object";
  const parsed = rowShape.safeParse(json);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path[0];
    return place === "text" || place === "sentences" ? "text-missing" : "title-not-text";
  }
  const { id, title = "", text, sentences } = parsed.data;
  const body = text ?? sentences?.join(" ");
  if (body === undefined) return "text-missing";
  if (body.trim() === "") return "text-empty";
  return { id: String(id ?? `line-${number}`), title: oneLine(title), text: oneLine(body) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
