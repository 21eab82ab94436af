/** Works without a DOM, in page, worker and Node. Nothing is rendered. */

const hidden = new Set(["script", "style", "noscript", "template", "svg", "math"]);
const block = new Set(
  (
    "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 " +
    "h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul"
  ).split(" "),
);

/** Services send only these. */
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
 * A tag is `<` and a letter, so that "a < b" stays; quoted attributes may contain ">". Unfinished
 * tags run to the end, so that every start matches and the search stays linear.
 */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<\/?([a-z][a-z0-9-]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)/gi;

/** Drops tags, comments, scripts and styles; decodes entities once. */
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

/** The end of the text if there is no end tag. */
function afterElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\s*>`, "gi");
  close.lastIndex = from;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

/** Decodes once: "&amp;lt;" is "&lt;". */
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

/** Collapses invisible characters, too. */
export function singleSpaced(text: string): string {
  return text.replace(/[\s\p{Cc}\u200b\ufeff]+/gu, " ").trim();
}
