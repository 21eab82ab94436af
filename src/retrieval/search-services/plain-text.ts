/**
 * Converts HTML to plain text without a DOM, for page, worker and Node. Nothing is ever rendered.
 */

/** Elements whose content is not text. */
const hidden = new Set(["script", "style", "noscript", "template", "svg", "math"]);
/** Elements that end a line. */
const block = new Set(
  (
    "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 " +
    "h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul"
  ).split(" "),
);

/** Only entities that search services send; others stay as they are. */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  deg: "°",
  eacute: "é",
  euro: "€",
  frac12: "½",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  minus: "−",
  nbsp: " ",
  ndash: "–",
  ouml: "ö",
  pound: "£",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  thinsp: " ",
  times: "×",
  trade: "™",
  uuml: "ü",
};

/**
 * A tag starts as in HTML's tokenizer: `<` and a letter, so that "a < b" stays. Quoted attributes
 * may contain ">". An unfinished tag or quote runs to the end of the text, so that every start
 * matches and the search stays linear.
 */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<\/?([a-z][a-z0-9-]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)/gi;

/** Removes tags, comments, scripts and styles, decodes entities once, and collapses white space. */
export function htmlToText(html: string): string {
  let text = "";
  let from = 0;
  markup.lastIndex = 0;
  for (let tag = markup.exec(html); tag !== null; tag = markup.exec(html)) {
    text += html.slice(from, tag.index);
    from = markup.lastIndex;
    const name = tag[1]?.toLowerCase() ?? "";
    if (block.has(name)) text += " ";
    if (hidden.has(name) && !tag[0].startsWith("</")) {
      from = afterElement(html, name, from);
      markup.lastIndex = from;
    }
  }
  return singleSpaced(decodeEntities(text + html.slice(from)));
}

/** The end of an element's end tag; the end of the text if it has none. */
function afterElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\s*>`, "gi");
  close.lastIndex = from;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

/** `&#39;`, `&#x27;` and those in `named`; decoded once: "&amp;lt;" is "&lt;". */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]*));/gi,
    (whole, ...groups) => {
      const [decimal, hex, name] = groups;
      if (typeof name === "string") return named[name] ?? named[name.toLowerCase()] ?? whole;
      const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
      return isCharacter(code) ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}

function isCharacter(code: number): boolean {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0 && code <= 0x10ffff && !isSurrogate;
}

/** Collapses white space and invisible characters to one space. */
export function singleSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}\u200b\ufeff]+/gu, " ").trim();
}
