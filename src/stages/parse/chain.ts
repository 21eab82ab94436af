/**
 * Reads JSON with `steps` and `final`; `[Query i]:`, `[Answer i]:`, `[Unsolved Query]:`, `[Final
 * Content]:`; or the trained model's `Qi:`, `Ai:`, `Ui:`, `Final:`. Takes any text, never throws,
 * always returns a node or a final content.
 */
import * as z from "zod/mini";
import type { Language } from "../../language/language.ts";
import { readJson } from "./json.ts";
import { inOrder } from "./plan-order.ts";
import { type Resolved, resolved } from "./resolution.ts";
import { marksStep } from "./step-marks.ts";

export interface ParsedChain extends Resolved {
  nodes: { query: string; answer: string | null }[];
  finalContent: string | null;
}

/** Limits what a broken output can do to a run. */
export const maxChainNodes = 8;
const maxFieldCharacters = 400;
const maxLines = 200;

type Tag = "query" | "unsolved" | "answer" | "final";
interface Read {
  lines: Line[];
  faults: string[];
}
interface Line {
  tag: Tag;
  number: number | null;
  text: string;
}

/**
 * Tags may be short (`U1:` only with its number), or have marks that models add: `**Query 1:**`,
 * `1. Query:`.
 */
const tagged =
  /^[\s>*#-]*(?:\d{1,2}[.)][\s*]*)?(?:\[\s*)?(unsolved\s+query|query|q|u(?=\s*\d)|answer|a|final(?:\s+(?:content|answer))?)(?:\s*(\d{1,2}))?(?:\s*\])?[\s*]*:/iu;
const marksBefore = /^[\s*]+/u;

const written = z.nullish(z.union([z.string(), z.number(), z.boolean()]));
const jsonChain = z.object({
  steps: z.array(z.object({ query: z.string(), answer: written })),
  final: written,
});

/**
 * `fallbackQuery` becomes the only, unsolved, node if nothing can be read; null for the rest of a
 * chain. `isEcho` recognises the prompt's own words.
 */
export function parseChain(
  output: string,
  fallbackQuery: string | null,
  language: Language,
  isEcho: (value: string) => boolean = () => false,
): ParsedChain {
  const json = jsonLines(output, language);
  const { lines, faults: lineFaults } = json ?? readLines(output);
  const own = withoutEchoes(lines, isEcho);
  const chain = assemble(own, language);
  // A continuation's marks also number steps outside it.
  const plan = fallbackQuery === null ? null : inOrder(chain.nodes, chain.places);
  const nodes = plan?.steps ?? chain.nodes;
  const isEmpty = nodes.length === 0 && chain.finalContent === null;
  const maySayNothing = fallbackQuery === null && json !== null && lines.length === 0;
  if (isEmpty && !maySayNothing) {
    return {
      nodes: fallbackQuery === null ? [] : [{ query: fallbackQuery, answer: null }],
      finalContent: null,
      resolution: "fell-back",
      detail: own.length < lines.length ? "only the prompt's own words" : "no query found",
    };
  }
  const echoes = own.length < lines.length ? ["the prompt's own words left out"] : [];
  const faults = [...chain.faults, ...(plan?.faults ?? []), ...lineFaults, ...echoes];
  return {
    nodes,
    finalContent: chain.finalContent,
    ...resolved(faults),
  };
}

/**
 * A query about `[1]` names nothing and may match an example by chance: it is an echo only if
 * another query is one.
 */
function withoutEchoes(lines: readonly Line[], isEcho: (value: string) => boolean): Line[] {
  const echoed = new Set(lines.filter(({ tag, text }) => tag !== "answer" && isEcho(text)));
  const named = [...echoed].some(({ text }) => !marksStep(text));
  return lines.filter((line) => !echoed.has(line) || (!named && marksStep(line.text)));
}

/** Splits before tags within a line: "[Query 1]: Who? [Answer 1]: Ada". */
const inlineTag =
  /(?<=\S)[ \t]+(?=\[(?:unsolved query|query|answer|final content)(?: \d{1,2})?\]:)/giu;

/** Null if not JSON. */
function jsonLines(output: string, { isUnknown }: Language): Read | null {
  const json = readJson(output, jsonChain);
  if (json === null) return null;
  const { steps, final } = json.value;
  const said = (value: z.infer<typeof written>) => {
    const text = String(value ?? "").trim();
    return isUnknown(text) ? "" : text;
  };
  const line = (tag: Tag, text: string): Line => ({ tag, number: null, text });
  const lines = steps.slice(0, maxLines).flatMap(({ query, answer }) => {
    const known = said(answer);
    if (known === "") return [line("unsolved", query.trim())];
    return [line("query", query.trim()), line("answer", known)];
  });
  const end = said(final);
  return {
    lines: end === "" ? lines : [...lines, line("final", end)],
    faults: json.mended ? ["JSON mended"] : [],
  };
}

function readLines(output: string): Read {
  const lines: Line[] = [];
  let strays = 0;
  for (const raw of output.replace(inlineTag, "\n").split(/\r?\n/u).slice(0, maxLines)) {
    if (raw.trim() === "") continue;
    const line = readLine(raw.slice(0, 2000));
    const last = lines.at(-1);
    if (line !== null) lines.push(line);
    else if (last?.tag === "final") last.text = `${last.text} ${raw.trim()}`;
    else strays += 1;
  }
  return { lines, faults: strays > 0 ? [`${strays} untagged lines`] : [] };
}

export function isQueryLine(line: string): boolean {
  const tag = readLine(line)?.tag;
  return tag === "query" || tag === "unsolved";
}

function readLine(raw: string): Line | null {
  const match = tagged.exec(raw);
  if (match === null) return null;
  const word = (match[1] ?? "").toLowerCase();
  const number = match[2] === undefined ? null : Number(match[2]);
  const text = raw.slice(match[0].length).replace(marksBefore, "").trim();
  return { tag: tagOf(word), number, text };
}

function tagOf(word: string): Tag {
  if (word.startsWith("u")) return "unsolved";
  if (word.startsWith("q")) return "query";
  return word.startsWith("a") ? "answer" : "final";
}

interface Assembled {
  nodes: ParsedChain["nodes"];
  /** Maps a query's number in the text to its index in `nodes`; null if left out. */
  places: Map<number, number | null>;
  finalContent: string | null;
  faults: string[];
}

function assemble(lines: readonly Line[], { isUnknown }: Language): Assembled {
  const nodes: ParsedChain["nodes"] = [];
  const places: Assembled["places"] = new Map();
  const faults: string[] = [];
  let finalContent: string | null = null;
  let open: { query: string; answer: string | null } | null = null;
  let openNumber: number | null = null;
  for (const line of lines) {
    const text = line.text.slice(0, maxFieldCharacters).trim();
    if (line.tag === "final") {
      finalContent = text === "" ? finalContent : text;
      continue;
    }
    if (line.tag === "answer") {
      if (open === null || open.answer !== null || !sameNumber(openNumber, line.number)) {
        faults.push("an answer without its query");
      } else if (text !== "" && !isUnknown(text)) open.answer = text;
      open = null;
      continue;
    }
    open = null;
    const number = line.number ?? places.size + 1;
    const before = nodes.findIndex((node) => node.query === text);
    places.set(number, before >= 0 ? before : null);
    if (text === "") faults.push("an empty query");
    else if (nodes.length >= maxChainNodes) faults.push("too many queries");
    else if (before >= 0) faults.push("a repeated query");
    else {
      places.set(number, nodes.length);
      const node = { query: text, answer: null };
      nodes.push(node);
      if (line.tag === "query") {
        open = node;
        openNumber = line.number;
      }
    }
  }
  return { nodes, places, finalContent, faults };
}

function sameNumber(query: number | null, answer: number | null): boolean {
  return query === null || answer === null || query === answer;
}

/** Splits `Danube [1][2]`; steps count from 1, each once. */
export function splitFinal(content: string): { answer: string; rests: number[] } {
  const rests = [...content.matchAll(/\[(\d{1,2})\]/gu)].map((match) => Number(match[1]));
  const answer = content
    .replace(/\[\d{1,2}\]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return { answer, rests: [...new Set(rests)] };
}
