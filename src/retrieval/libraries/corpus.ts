/** JSONL with `id, title, text` (or `sentences`) per line → passages. */
import { AppError } from "../../log/errors.ts";
import type { Passage } from "../../log/types.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { linesOf } from "./corpus-lines.ts";
import { type BadLine, type CorpusRow, type LineProblem, parseRow } from "./corpus-row.ts";
import { pack } from "./pack.ts";

interface CorpusLimits {
  maxBytes: number;
  maxPassages: number;
  maxLineLength: number;
}

/** A page can hold and search this much quickly. */
export const corpusLimits: CorpusLimits = {
  maxBytes: 100_000_000,
  maxPassages: 50_000,
  maxLineLength: 2_000_000,
};

export interface Corpus {
  passages: Passage[];
  documents: number;
  /** The first bad lines; `badLineCount` counts all. */
  badLines: BadLine[];
  badLineCount: number;
}

const keptBadLines = 100;

export interface ReadCorpusOptions {
  signal: StopSignal;
  limits?: CorpusLimits;
  onBytes?: (bytes: number) => void;
}

/** Lists bad lines. Throws `corpus-empty` if no line is valid, and `corpus-too-large`. */
export async function readCorpus(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { signal, limits = corpusLimits, onBytes = () => {} }: ReadCorpusOptions,
): Promise<Corpus> {
  const collector = new Collector(limits.maxPassages);
  for await (const { number, line } of linesOf(bytes, limits, onBytes)) {
    if (signal.aborted) throw new AppError("stopped");
    if (line === null) collector.reject(number, "line-too-long");
    else if (line.trim() !== "") collector.add(number, parseRow(line, number));
  }
  return collector.corpus();
}

/** Long texts become pieces of about a hundred words: `id`, `id#2`, … */
export function passagesOfRow({ id, title, text }: CorpusRow): Passage[] {
  return pack([{ lead: "", body: text }], "").map((part, index) => ({
    id: index === 0 ? id : `${id}#${index + 1}`,
    title,
    text: part,
  }));
}

class Collector {
  readonly #maxPassages: number;
  readonly #passages: Passage[] = [];
  readonly #badLines: BadLine[] = [];
  readonly #ids = new Set<string>();
  #badLineCount = 0;

  constructor(maxPassages: number) {
    this.#maxPassages = maxPassages;
  }

  add(line: number, row: CorpusRow | LineProblem): void {
    if (typeof row === "string") {
      this.reject(line, row);
      return;
    }
    if (this.#ids.has(row.id)) {
      this.reject(line, "duplicate-id");
      return;
    }
    this.#ids.add(row.id);
    for (const passage of passagesOfRow(row)) this.#passages.push(passage);
    if (this.#passages.length > this.#maxPassages) {
      throw new AppError("corpus-too-large", { limitPassages: this.#maxPassages });
    }
  }

  reject(line: number, reason: LineProblem): void {
    this.#badLineCount += 1;
    if (this.#badLines.length < keptBadLines) this.#badLines.push({ line, reason });
  }

  corpus(): Corpus {
    const [first] = this.#badLines;
    if (this.#passages.length === 0) {
      const params = first ? { badLines: this.#badLineCount, ...first } : { badLines: 0 };
      throw new AppError("corpus-empty", params);
    }
    return {
      passages: this.#passages,
      documents: this.#ids.size,
      badLines: this.#badLines,
      badLineCount: this.#badLineCount,
    };
  }
}
