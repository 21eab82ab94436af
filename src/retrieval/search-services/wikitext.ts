/** Leads of wikis without TextExtracts. Drops templates, even those that produce words. */
import { htmlToText } from "./plain-text.ts";

/** Checks the extension: the namespace's name depends on the language. */
const fileLink = /\.(?:avif|gif|jpe?g|mp3|mp4|og[agv]|pdf|png|svg|tiff?|wav|webm|webp)\s*(?:\||$)/i;

const webLink = /\[(?:https?:)?\/\/[^\s\]]+(?:\s([^\]]*))?\]/gi;

export function wikitextLead(wikitext: string): string {
  const begins = asWritten(wikitext).replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  const prose = withoutLinks(
    withoutPairs(withoutPairs(withoutNotes(begins), "{{", "}}"), "{|", "|}"),
  );
  const lead = prose.split(/^==/mu)[0] ?? "";
  const lines = lead
    .replace(/'{2,5}/g, "")
    .replace(/__[A-Z]+__/g, "")
    .split("\n")
    .map((line) => line.replace(/^(?:[*#:;]+|-{4,})\s*/u, ""));
  return htmlToText(lines.join("\n"));
}

/** `nowiki` is literal: its marks become entities, decoded last. */
function asWritten(text: string): string {
  return text.replace(/<nowiki>((?:[^<]|<(?!\/?nowiki>))*)<\/nowiki>/gi, (_, inside: string) =>
    inside.replace(/[[\]{}|'=<>*:-]/g, (mark) => `&#${mark.charCodeAt(0)};`),
  );
}

function withoutNotes(text: string): string {
  return text
    .replace(/<ref\b[^<>]*\/>/gi, "")
    .replace(
      /<(ref|gallery|timeline|math|syntaxhighlight|imagemap)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi,
      "",
    );
}

/** Pairs may be nested or unclosed. */
function withoutPairs(text: string, open: string, close: string): string {
  let outside = "";
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.startsWith(open, index)) {
      depth += 1;
      index += 1;
    } else if (depth > 0 && text.startsWith(close, index)) {
      depth -= 1;
      index += 1;
    } else if (depth === 0) outside += text[index];
  }
  return outside;
}

/** Links become labels; files, categories and interlanguage links go. */
function withoutLinks(text: string): string {
  let rest = text;
  for (let depth = 0; depth < 3; depth += 1) {
    rest = rest.replace(/\[\[([^[\]]*)\]\]/g, (_, inside: string) => wordsOf(inside));
  }
  // No link ends after the last bracket; searching there would be slow.
  const end = rest.lastIndexOf("]") + 1;
  return (
    rest.slice(0, end).replace(webLink, (_, label = "") => label.trimStart()) + rest.slice(end)
  );
}

function wordsOf(inside: string): string {
  const [target = "", ...labels] = inside.split("|");
  if (fileLink.test(inside) && target.includes(":")) return "";
  // "[[Category:Islands]]" is no text, "[[:Category:Islands]]" is.
  if (labels.length === 0 && /^[\p{L}-]+:\S/u.test(target)) return "";
  return labels.at(-1) ?? target.replace(/^:/, "");
}
