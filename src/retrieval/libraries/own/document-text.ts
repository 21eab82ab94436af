import type { BadRow, ParsedDocument, RowProblem, Section } from "./document.ts";

/** Further ones are only counted. */
const keptBadRows = 100;
const maxHeadingCharacters = 200;

export class DocumentText {
  title: string | null = null;
  readonly #maxCharacters: number;
  readonly #pieces: string[] = [];
  readonly #sections: Section[] = [{ from: 0, bodyFrom: 0, headings: [], row: null }];
  readonly #path: { level: number; line: string }[] = [];
  readonly #pageStarts: number[] = [];
  readonly #badRows: BadRow[] = [];
  #badRowCount = 0;
  #length = 0;
  #cut = false;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get full(): boolean {
    return this.#cut;
  }

  /** Levels count from 1; a heading ends those of its own and deeper levels. */
  heading(level: number, title: string): void {
    const line = oneLine(title).slice(0, maxHeadingCharacters);
    if (line === "") return;
    while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop();
    this.#path.push({ level, line });
    const headings = this.#path.map((above) => above.line);
    this.#begin(headings, null, line);
  }

  row(row: number, headings: readonly string[], body: string): void {
    this.#begin(headings, row, headings.at(-1) ?? "");
    this.paragraph(body);
  }

  badRow(line: number, reason: RowProblem): void {
    this.#badRowCount += 1;
    if (this.#badRows.length < keptBadRows) this.#badRows.push({ line, reason });
  }

  page(): void {
    this.#pageStarts.push(this.#length);
  }

  paragraph(text: string): void {
    const clean = withoutControls(text).trim();
    if (clean !== "") this.#add(`${clean}\n\n`);
  }

  finish(): ParsedDocument {
    return {
      title: this.title === null || oneLine(this.title) === "" ? null : oneLine(this.title),
      text: this.#pieces.join(""),
      sections: joined(this.#sections, this.#length),
      pageStarts: this.#pageStarts,
      cut: this.#cut,
      badRows: this.#badRows,
      badRowCount: this.#badRowCount,
    };
  }

  #begin(headings: readonly string[], row: number | null, line: string): void {
    if (this.#cut) return;
    const from = this.#length;
    if (line !== "") this.#add(`${line}\n\n`);
    const last = this.#sections.at(-1);
    // A heading directly after another: the first has no text.
    const section = { from, bodyFrom: this.#length, headings: [...headings], row };
    if (last !== undefined && last.bodyFrom === from && last.row === null) {
      this.#sections[this.#sections.length - 1] = { ...section, from: last.from };
    } else {
      this.#sections.push(section);
    }
  }

  #add(text: string): void {
    if (this.#cut) return;
    const room = this.#maxCharacters - this.#length;
    const taken = text.length <= room ? text : wholeCharacters(text.slice(0, room));
    this.#cut = taken.length < text.length;
    this.#pieces.push(taken);
    this.#length += taken.length;
  }
}

/** Headings at the very end join the section above. */
function joined(sections: readonly Section[], length: number): Section[] {
  const last = sections.at(-1);
  if (last === undefined || last.bodyFrom < length || sections.length === 1) return [...sections];
  return sections.slice(0, -1);
}

/** Keeps only tabs and line ends. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, " ");
}

export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/gu, " ").trim();
}

/** Drops half a surrogate pair. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
