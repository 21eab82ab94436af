import type * as z from "zod/mini";
import type { ScoredPassage } from "../../log/types.ts";
import { htmlToText, singleSpaced } from "./plain-text.ts";

export interface Hit {
  title: string;
  text: string;
  form: "plain" | "html";
  /** Null if not http(s). */
  url: string | null;
  /** For hits without URL: a page id, or the title. */
  key: string;
}

/** Thirty are requested, but a hostile service may send more. */
export const mostEntries = 200;
/** Characters with markup; later ones would not be shown. */
export const longestSource = 100_000;

/** Invalid entries become hits without text. */
export function hitsFrom<Entry>(
  entries: readonly unknown[],
  form: z.ZodMiniType<Entry>,
  toHit: (entry: Entry) => Hit,
): Hit[] {
  return entries.slice(0, mostEntries).map((entry) => {
    const parsed = form.safeParse(entry);
    return parsed.success ? toHit(parsed.data) : without;
  });
}

const without: Hit = { title: "", text: "", form: "plain", url: null, key: "" };

export const maxPassageCharacters = 2000;

/** Drops duplicates and empty hits. `score` is 1 / rank. */
export function toPassages(toolId: string, hits: readonly Hit[], k: number): ScoredPassage[] {
  const seen = new Set<string>();
  const passages: ScoredPassage[] = [];
  for (const hit of hits) {
    if (passages.length === k) break;
    const plain = hit.form === "html" ? htmlToText : singleSpaced;
    const text = cutAtSentence(plain(hit.text.slice(0, longestSource)), maxPassageCharacters);
    const name = webUrl(hit.url) ?? hit.key;
    if (text === "" || seen.has(name) || seen.has(text)) continue;
    seen.add(name).add(text);
    const title = cutAtSentence(plain(hit.title.slice(0, longestSource)), 300) || name;
    passages.push({ id: `${toolId}:${name}`, title, text, score: 1 / (passages.length + 1) });
  }
  return passages;
}

/** Drops the fragment: two places on one page are one page. Null for other schemes. */
function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  url.hash = "";
  return url.href;
}

const sentenceEnd = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/gu;

/** Cuts at the last sentence that fits, else at the last word. */
export function cutAtSentence(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  let end = 0;
  for (const found of `${head} `.matchAll(sentenceEnd)) end = found.index + found[0].length;
  // A very short first sentence would lose most of the text.
  if (end >= limit / 2) return head.slice(0, end).trimEnd();
  const space = head.lastIndexOf(" ");
  return space >= limit / 2 ? head.slice(0, space) : wholeCharacters(head);
}

/** Removes half a surrogate pair. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/u, "");
}
