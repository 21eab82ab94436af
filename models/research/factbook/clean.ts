/** The source's texts without markup: HTML becomes paragraphs of plain text. */
import { Parser } from "htmlparser2";

/** Plain paragraphs of a value, in order; `<br>` and `<p>` part them, tags and entities are gone. */
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

/** One space between words, plain quotes, dashes as the Factbook of old wrote them. */
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

/** Parts at a sign outside brackets and quotes; "10,000" has no comma that parts. */
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

/** "68,512,806 (2025 est.)" parted into the value and the year it is of. */
export function dated(text: string): Dated {
  const [, value, year, estimate] = stated.exec(text) ?? [];
  if (value === undefined || year === undefined) return { text };
  return {
    text: value.replace(/[;,\s]+$/u, ""),
    year,
    ...(estimate && { estimate: true as const }),
  };
}

/** "President Emmanuel Macron (since 14 May 2017)" parted into who and since when. */
export function holder(text: string): { name: string; since?: string } {
  const [, name, since] = /^(.*\S) \(since ([^()]*\d{4})\)$/u.exec(text) ?? [];
  return name && since ? { name, since } : { name: text };
}
