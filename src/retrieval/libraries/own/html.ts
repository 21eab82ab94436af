/** No markup, script or link ever reaches the page. */
import { Parser } from "htmlparser2";
import { AppError } from "../../../log/errors.ts";
import { decodeText } from "./decode.ts";
import type { Parse } from "./document.ts";
import { DocumentText } from "./document-text.ts";

const skipped = new Set(
  "script style noscript template svg math iframe object embed canvas audio video select datalist".split(
    " ",
  ),
);

const blocks = new Set(
  (
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset " +
    "figcaption figure footer form header hgroup hr li main nav ol p pre section summary table tbody " +
    "tfoot thead tr ul"
  ).split(" "),
);

const paragraphs = new Set(
  "address article aside blockquote dl figure footer header main ol p pre section table ul".split(
    " ",
  ),
);

export const parseHtml: Parse = async (bytes, { maxCharacters }) => {
  const text = new DocumentText(maxCharacters);
  readHtml(decodeText(bytes, declaredEncoding(bytes)), text);
  return text.finish();
};

/** Unclosed elements end with the input. */
export function readHtml(html: string, text: DocumentText): void {
  const reader = new HtmlReader(text);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, "hidden" in attributes),
      ontext: (data) => reader.text(data),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  );
  for (let from = 0; from < html.length && !text.full; from += stride) {
    parser.write(html.slice(from, from + stride));
  }
  parser.end();
  reader.end();
}

/** The parser slows down with each open element. */
const maxDepth = 20_000;

/** Characters between checks for remaining room. */
const stride = 200_000;

class HtmlReader {
  readonly #text: DocumentText;
  #depth = 0;
  #hidden = 0;
  #kept = 0;
  #heading = 0;
  #inTitle = false;
  /** Joined only at the block's end. */
  #pieces: string[] = [];

  constructor(text: DocumentText) {
    this.#text = text;
  }

  open(name: string, isHidden: boolean): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new AppError("document-damaged", { reason: "nesting" });
    if (this.#hidden > 0 || isHidden || skipped.has(name)) {
      this.#hidden += 1;
      return;
    }
    if (name === "title") this.#inTitle = true;
    else if (name === "pre") this.#kept += 1;
    else if (name === "br") this.#add("\n");
    else if (name === "td" || name === "th") this.#cell();
    // An unclosed heading ends where text follows.
    if (paragraphs.has(name)) this.#endHeading();
    if (headingLevel(name) > 0) {
      this.#endHeading();
      this.#flush();
      this.#heading = headingLevel(name);
    }
    this.#edge(name);
  }

  text(data: string): void {
    if (this.#hidden > 0) return;
    if (this.#inTitle) {
      if (this.#text.title === null) this.#text.title = data;
      return;
    }
    if (this.#kept > 0) this.#add(data);
    else this.#words(data.replace(/\s+/gu, " "));
  }

  close(name: string): void {
    this.#depth -= 1;
    if (this.#hidden > 0) {
      this.#hidden -= 1;
      return;
    }
    if (name === "title") this.#inTitle = false;
    else if (name === "pre") this.#kept = Math.max(0, this.#kept - 1);
    if (headingLevel(name) > 0) this.#endHeading();
    this.#edge(name);
  }

  end(): void {
    this.#endHeading();
    this.#flush();
  }

  #endHeading(): void {
    if (this.#heading === 0) return;
    this.#text.heading(this.#heading, this.#taken());
    this.#heading = 0;
  }

  /** Drops spaces at the start of a line. */
  #words(words: string): void {
    this.#add(/^$|\s/u.test(this.#end()) ? words.trimStart() : words);
  }

  #cell(): void {
    if (/[^\n]/u.test(this.#end())) this.#endWith(" | ");
  }

  #add(piece: string): void {
    if (piece !== "") this.#pieces.push(piece);
  }

  #end(): string {
    return this.#pieces.at(-1)?.slice(-1) ?? "";
  }

  #endWith(mark: string): void {
    for (let last = this.#pieces.pop(); last !== undefined; last = this.#pieces.pop()) {
      this.#add(last.trimEnd());
      if (last.trim() !== "") break;
    }
    this.#pieces.push(mark);
  }

  #taken(): string {
    const block = this.#pieces.join("");
    this.#pieces = [];
    return block;
  }

  #edge(name: string): void {
    if (this.#heading > 0) return;
    if (paragraphs.has(name)) this.#flush();
    else if (blocks.has(name) && /[^\n]/u.test(this.#end())) this.#endWith("\n");
  }

  #flush(): void {
    this.#text.paragraph(this.#taken());
  }
}

function headingLevel(name: string): number {
  return /^h[1-6]$/u.test(name) ? Number(name[1]) : 0;
}

/** Searches the first bytes, as browsers do. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  return /<meta[^>]+charset\s*=\s*(?:["']\s*)?([\w-]+)/iu.exec(head)?.[1] ?? null;
}
