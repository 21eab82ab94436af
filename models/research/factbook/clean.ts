/** Removes markup from the source's texts: HTML becomes plain paragraphs. */
import { Parser } from "htmlparser2";

/**
 * Plain paragraphs of a value, in order: `<br>` and `<p>` separate them, tags and entities are
 * resolved.
 */
export function paragraphs(html: string): string[] {
  const found: string[] = [];
  let current = "";
  const part = () => {
    const text = spaced(current);
    if (text) found.push(text);
    current = "";
  };
  const parser = new Parser({
    ontext: (text) => {
      current += text;
    },
    onopentagname: (name) => {
      if (name === "br" || name === "p" || name === "li") part();
    },
    onclosetag: (name) => {
      if (name === "p" || name === "li") part();
    },
  });
  parser.end(html);
  part();
  return found;
}

/** Normalises white space, quotes, and dashes (as in the older Factbook). */
function spaced(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/[\u200b\u00ad\ufeff]/gu, "")
    .replace(/[\s\u00a0]+/gu, " ")
    .replace(/ (?:--|[–—]) /gu, " - ")
    .replace(/ ([,;:)]|\.(?!\w))/gu, "$1")
    .replace(/\( /gu, "(")
    .replace(/^[;,\s]+|[;,\s]+$/gu, "")
    .trim();
}

/** Splits at a sign outside brackets and quotes, but not at the comma of "10,000". */
export function partsAt(text: string, sign: ";" | ","): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if ("([".includes(char)) depth++;
    if (")]".includes(char)) depth = Math.max(0, depth - 1);
    if (char !== sign || depth > 0) continue;
    if (sign === "," && text.charAt(at + 1) !== " ") continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter(Boolean);
}

const stated =
  /^(.*\S)\s*\(((?:FY ?)?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:19|20)\d\d(?:[-/]\d{2,4})?)( ?est)?\.?\)$/su;

export interface Dated {
  text: string;
  year?: string;
  estimate?: true;
}

/** Splits "68,512,806 (2025 est.)" into value and year. */
export function dated(text: string): Dated {
  const [, value, year, estimate] = stated.exec(text) ?? [];
  if (value === undefined || year === undefined) return { text };
  return {
    text: value.replace(/[;,\s]+$/u, ""),
    year,
    ...(estimate && { estimate: true as const }),
  };
}

/** Splits "President Emmanuel Macron (since 14 May 2017)" into holder and start. */
export function holder(text: string): { name: string; since?: string } {
  const [, name, since] = /^(.*\S) \(since ([^()]*\d{4})\)$/u.exec(text) ?? [];
  return name && since ? { name, since } : { name: text };
}
