/** Reads one line, or one field of JSON. Never throws. */
import * as z from "zod/mini";
import { readJson } from "./json.ts";

const jsonKeywords = z.object({ keywords: z.string() });

export function parseKeywords(output: string): string {
  const json = readJson(output, jsonKeywords);
  const line = firstLine(json?.value.keywords ?? output).replace(
    /^(?:keywords?|search(?: terms?)?|query)\s*:\s*/iu,
    "",
  );
  return line
    .replace(/["'`“”[\]]/gu, "")
    .replace(/(?<![.;])[.;]+$/u, "")
    .split(/[,;]/u)
    .map((part, index, { length }) => withoutSpace(part, index > 0, index < length - 1))
    .join(" ")
    .slice(0, 200)
    .trim();
}

export function parseDigest(output: string): string {
  return firstLine(output).slice(0, 300);
}

function withoutSpace(text: string, before: boolean, behind: boolean): string {
  const begun = before ? text.trimStart() : text;
  return behind ? begun.trimEnd() : begun;
}

function firstLine(output: string): string {
  return output.trim().split(/\r?\n/u)[0]?.trim() ?? "";
}
