/** One `.lab.json` file with a record per line, so that it can be streamed. */
import * as z from "zod/mini";
import { dollars, id } from "../../log/bounds.ts";
import { AppError } from "../../log/errors.ts";
import { type QuestionRow, questionRow } from "../questions/question.ts";
import { type LabBatch, type LabResult, labBatch, labResult } from "../types.ts";

/** Raised when the file's shape changes. */
export const reportVersion = 1;

export interface ReportLog {
  question: string;
  configuration: string;
  /** As written by `writeRunFile`. */
  text: string;
}

export interface ReportSource {
  batch: LabBatch;
  paidUsd: number | null;
  questions: AsyncIterable<readonly QuestionRow[]>;
  results: AsyncIterable<readonly LabResult[]>;
  logs: AsyncIterable<readonly ReportLog[]>;
}

export async function* writeReport(source: ReportSource): AsyncGenerator<string, void, undefined> {
  const { batch, paidUsd } = source;
  const head = JSON.stringify({ format: "hopwise-lab", version: reportVersion, batch, paidUsd });
  yield `${head.slice(0, -1)},\n"questions":[\n`;
  yield* recordLines(source.questions, (row) => JSON.stringify(row));
  yield '],"results":[\n';
  yield* recordLines(source.results, (result) => JSON.stringify(result));
  yield '],"logs":[\n';
  yield* recordLines(source.logs, logLine);
  yield "]}\n";
}

function logLine({ question, configuration, text }: ReportLog): string {
  const head = JSON.stringify({ question, configuration });
  return `${head.slice(0, -1)},"log":${text.trim()}}`;
}

async function* recordLines<T>(
  pieces: AsyncIterable<readonly T[]>,
  line: (record: T) => string,
): AsyncGenerator<string, void, undefined> {
  let first = true;
  for await (const records of pieces) {
    if (records.length === 0) continue;
    yield `${first ? "" : ",\n"}${records.map(line).join(",\n")}`;
    first = false;
  }
  if (!first) yield "\n";
}

export interface ReportSink {
  begin(batch: LabBatch, paidUsd: number | null): Promise<void>;
  question(row: QuestionRow): Promise<void>;
  result(result: LabResult): Promise<void>;
  log(log: ReportLog): Promise<void>;
}

const head = z.object({
  format: z.literal("hopwise-lab"),
  version: z.int().check(z.gte(1)),
  batch: z.unknown(),
  paidUsd: z._default(z.nullable(dollars.check(z.gte(0))), null),
});
const logRecord = z.object({
  question: id,
  configuration: id,
  log: z.object({ format: z.literal("hopwise-run"), events: z.array(z.unknown()) }),
});
const whole = z.extend(head, {
  questions: z.array(z.unknown()),
  results: z.array(z.unknown()),
  logs: z._default(z.array(z.unknown()), []),
});

const sections = ["questions", "results", "logs"] as const;
type Section = (typeof sections)[number];

/** Throws `lab-report-invalid` with the line, or `lab-report-too-new`. */
export async function readReport(lines: AsyncIterable<string>, sink: ReportSink): Promise<void> {
  const reader = new ReportReader(sink);
  for await (const line of lines) await reader.line(line);
  await reader.end();
}

class ReportReader {
  readonly #sink: ReportSink;
  #number = 0;
  #section: Section | null = null;
  #ended = false;
  /** Lines of a file that another program has reformatted. */
  #relaid: string[] | null = null;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  async line(text: string): Promise<void> {
    this.#number += 1;
    const line = text.trim();
    if (this.#relaid !== null) return void this.#relaid.push(text);
    if (line === "") return;
    if (this.#number === 1) return this.#first(text, line);
    const opened = sections.find((name) => line.endsWith(`"${name}":[`));
    if (opened !== undefined && !line.startsWith("{")) this.#section = opened;
    else if (line === "]}") this.#ended = true;
    else await this.#record(this.#section, this.#json(line.replace(/,$/u, "")));
  }

  async end(): Promise<void> {
    if (this.#relaid !== null) await this.#whole(this.#json(this.#relaid.join("\n")));
    else if (!this.#ended) throw this.#invalid("the file is cut off");
  }

  async #first(text: string, line: string): Promise<void> {
    if (line.startsWith('{"format":"hopwise-lab"') && line.endsWith(",")) {
      await this.#begin(this.#json(`${line.slice(0, -1)}}`));
    } else this.#relaid = [text];
  }

  async #whole(value: unknown): Promise<void> {
    await this.#begin(value);
    const file = whole.safeParse(value);
    if (!file.success) throw this.#invalid(reasonOf(file.error));
    for (const name of sections) {
      for (const record of file.data[name]) await this.#record(name, record);
    }
  }

  async #begin(value: unknown): Promise<void> {
    const parsed = head.safeParse(value);
    if (!parsed.success) throw this.#invalid("this is not a report of the lab");
    const { version, paidUsd } = parsed.data;
    if (version > reportVersion) {
      throw new AppError("lab-report-too-new", { version, supported: reportVersion });
    }
    await this.#sink.begin(this.#checked(labBatch, parsed.data.batch), paidUsd);
  }

  async #record(section: Section | null, value: unknown): Promise<void> {
    if (section === null) throw this.#invalid("a record stands outside its list");
    if (section === "questions") await this.#sink.question(this.#checked(questionRow, value));
    if (section === "results") await this.#sink.result(this.#checked(labResult, value));
    if (section !== "logs") return;
    const { question, configuration, log } = this.#checked(logRecord, value);
    await this.#sink.log({ question, configuration, text: JSON.stringify(log) });
  }

  #checked<T>(schema: z.ZodMiniType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw this.#invalid(reasonOf(parsed.error));
    return parsed.data;
  }

  #json(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#invalid("it is not JSON");
    }
  }

  #invalid(reason: string): AppError {
    return new AppError("lab-report-invalid", { reason, line: this.#number });
  }
}

function reasonOf({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }) {
  const issue = issues[0];
  return `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim();
}

export async function* linesOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
