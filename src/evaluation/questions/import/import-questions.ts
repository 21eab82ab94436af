import type { QuestionRow } from "../question.ts";
import { fromAsqa } from "./asqa.ts";
import { fromCdqa } from "./cdqa.ts";
import { checkedRow } from "./checked-row.ts";
import { bad, type Convert, convertRow } from "./convert.ts";
import { detectFormat } from "./detect.ts";
import { fromEli5 } from "./eli5.ts";
import {
  type BadRow,
  type Converted,
  type FormatId,
  type Imported,
  type ImportOptions,
  maxReportedRows,
  type RowDraft,
  type Take,
} from "./format.ts";
import { readFreshQa } from "./freshqa.ts";
import { fromHotpotQa, fromTwoWiki } from "./hotpotqa.ts";
import { jsonRows } from "./json-rows.ts";
import { fromKilt } from "./kilt.ts";
import { fromMusique } from "./musique.ts";
import { fromNqOpen } from "./nq-open.ts";
import { fromOpenBookQa } from "./openbookqa.ts";
import { fromProject } from "./project.ts";
import { readSquad } from "./squad.ts";
import { fromStrategyQa } from "./strategyqa.ts";
import { previewTable, readTable } from "./table.ts";
import { fromTriviaQa } from "./triviaqa.ts";
import { fromWebQa } from "./webqa.ts";

const converters: Readonly<Record<Exclude<FormatId, "csv" | "freshqa" | "squad">, Convert>> = {
  project: fromProject,
  hotpotqa: fromHotpotQa,
  "2wikimultihopqa": fromTwoWiki,
  musique: fromMusique,
  "nq-open": fromNqOpen,
  strategyqa: fromStrategyQa,
  triviaqa: fromTriviaQa,
  asqa: fromAsqa,
  eli5: fromEli5,
  kilt: fromKilt,
  openbookqa: fromOpenBookQa,
  webqa: fromWebQa,
  cdqa: fromCdqa,
};

/** Never throws because of the text: unreadable rows are listed as bad. */
export async function importQuestions(
  text: string,
  options: ImportOptions = {},
): Promise<Imported> {
  const format = options.format ?? detectFormat(text);
  const collector = new Collector(options);
  await readRows(text, format, options, (line, converted) => collector.take(line, converted));
  return collector.imported(format);
}

async function readRows(
  text: string,
  format: FormatId | null,
  options: ImportOptions,
  take: Take,
): Promise<void> {
  if (format === null) take(1, bad("format-unknown"));
  else if (format === "csv") {
    await readTable(text, options.table ?? (await previewTable(text)).options, take);
  } else if (format === "freshqa") {
    if (!(await readFreshQa(text, take))) take(1, bad("no-list"));
  } else if (format === "squad") {
    if (!readSquad(text, take)) take(1, bad("no-list"));
  } else {
    for (const row of jsonRows(text)) convertRow(row, converters[format], take);
  }
}

class Collector {
  readonly #dataset: string | null;
  readonly #unscored: boolean;
  readonly #ids = new Map<string, number>();
  readonly #datasets = new Set<string | null>();
  readonly #questions: QuestionRow[] = [];
  readonly #bad: BadRow[] = [];
  readonly #renamed: Imported["renamed"] = [];
  #badCount = 0;
  #renamedCount = 0;
  #unanswerable = 0;
  #contextCount = 0;
  #place = 0;

  constructor({ dataset, unscored = false }: ImportOptions) {
    this.#dataset = dataset ?? null;
    this.#unscored = unscored;
  }

  take(line: number, converted: Converted): void {
    this.#place += 1;
    const checked =
      converted.kind === "row" ? checkedRow(converted.row, this.#unscored) : converted;
    if (checked.kind === "unanswerable") this.#unanswerable += 1;
    else if (checked.kind === "bad") this.#reject({ line, ...checked });
    else this.#add(line, checked.row);
  }

  #reject({ line, reason, params }: BadRow): void {
    this.#badCount += 1;
    if (this.#bad.length < maxReportedRows) this.#bad.push({ line, reason, params });
  }

  #add(line: number, draft: RowDraft): void {
    const dataset = draft.dataset ?? this.#dataset ?? undefined;
    const id = this.#newId(line, draft.id ?? `${dataset ?? "row"}-${this.#place}`);
    if ((draft.context ?? []).length > 0) this.#contextCount += 1;
    this.#datasets.add(dataset ?? null);
    this.#questions.push({ ...draft, id, ...(dataset === undefined ? {} : { dataset }) });
  }

  /** Appends "~2", "~3", … if the id is taken. */
  #newId(line: number, id: string): string {
    const last = this.#ids.get(id);
    if (last === undefined) {
      this.#ids.set(id, 1);
      return id;
    }
    let copy = last;
    let to: string;
    do {
      copy += 1;
      to = `${id}~${copy}`;
    } while (this.#ids.has(to));
    this.#ids.set(id, copy).set(to, 1);
    this.#renamedCount += 1;
    if (this.#renamed.length < maxReportedRows) this.#renamed.push({ line, id, to });
    return to;
  }

  imported(format: FormatId | null): Imported {
    const [dataset = null] = this.#datasets;
    return {
      format,
      dataset: this.#datasets.size === 1 ? dataset : null,
      questions: this.#questions,
      bad: this.#bad,
      badCount: this.#badCount,
      renamed: this.#renamed,
      renamedCount: this.#renamedCount,
      unanswerable: this.#unanswerable,
      contextCount: this.#contextCount,
      hasContext: this.#questions.length > 0 && this.#contextCount === this.#questions.length,
    };
  }
}
