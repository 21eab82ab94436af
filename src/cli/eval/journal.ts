/** A JSON-lines file from which evaluations, benchmarks and the error book resume. */
import { appendFile, readFile, truncate } from "node:fs/promises";
import * as z from "zod/mini";
import { completedBy } from "../../evaluation/analysis/complete.ts";
import {
  type CallMemory,
  type RememberedCall,
  rememberedCall,
} from "../../evaluation/batch/memory.ts";
import type { ReportLog } from "../../evaluation/batch/report.ts";
import { type LabBatch, type LabResult, labBatch, labResult } from "../../evaluation/types.ts";
import type { SpendingLedger } from "../../models/budget/spending-cap.ts";

const line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("batch"), batch: labBatch, questions: z.array(z.string()) }),
  z.object({ type: z.literal("result"), result: labResult, log: z.string() }),
  z.object({ type: z.literal("call"), key: z.string(), call: rememberedCall }),
  z.object({ type: z.literal("paid"), nanoUsd: z.int() }),
]);
type Line = z.infer<typeof line>;

interface Begun {
  batch: LabBatch;
  questions: readonly string[];
}

export class Journal {
  readonly calls: CallMemory;
  readonly paid: SpendingLedger;
  readonly #path: string | null;
  readonly #results: LabResult[] = [];
  readonly #logs: ReportLog[] = [];
  readonly #calls = new Map<string, RememberedCall>();
  readonly #begun = new Map<string, Begun>();
  #paidNanoUsd = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(path: string | null) {
    this.#path = path;
    this.calls = {
      get: async (key) => this.#calls.get(key) ?? null,
      put: (key, call) => {
        this.#calls.set(key, call);
        return this.#add({ type: "call", key, call });
      },
    };
    this.paid = {
      spentNanoUsd: async () => this.#paidNanoUsd,
      update: async (_batch, change) => {
        this.#paidNanoUsd = change(this.#paidNanoUsd);
        await this.#add({ type: "paid", nanoUsd: this.#paidNanoUsd });
      },
    };
  }

  /** Removes a truncated last line. With null, nothing is written. */
  static async open(path: string | null): Promise<Journal> {
    if (path === null) return new Journal(path);
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
      throw error;
    });
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
    const journal = new Journal(path);
    for (const one of whole.split("\n")) {
      if (one !== "") journal.#take(line.parse(JSON.parse(one)));
    }
    return journal;
  }

  get results(): readonly LabResult[] {
    return this.#results;
  }

  get logs(): readonly ReportLog[] {
    return this.#logs;
  }

  get paidUsd(): number {
    return this.#paidNanoUsd / 1e9;
  }

  get batches(): readonly LabBatch[] {
    return [...this.#begun.values()].map(({ batch }) => batch);
  }

  /** Null if the journal was begun for another batch. */
  async begin(batch: LabBatch, questions: readonly string[]): Promise<LabBatch | null> {
    const [before] = this.#begun.values();
    if (before === undefined) return this.#begin({ batch, questions });
    const same =
      JSON.stringify(before.questions) === JSON.stringify(questions) &&
      JSON.stringify(identity(before.batch)) === JSON.stringify(identity(batch));
    if (!same) return null;
    // Ceilings may be requested later.
    const { ceilings: _before, ...begun } = before.batch;
    const { budgetUsd, ceilings } = batch;
    return { ...begun, budgetUsd, ...(ceilings === undefined ? {} : { ceilings }) };
  }

  /**
   * A journal holds several sets, and each may grow. Null if models, library or settings differ.
   */
  async goOn(batch: LabBatch, questions: readonly string[]): Promise<LabBatch | null> {
    const before = this.#begun.get(batch.set);
    if (before === undefined) return this.#begin({ batch, questions });
    const named = new Map(before.batch.configurations.map((one) => [one.id, one]));
    const known = batch.configurations.filter(({ id }) => named.has(id));
    const fresh = batch.configurations.filter(({ id }) => !named.has(id));
    const knownRows = known.flatMap(({ id }) => named.get(id) ?? []);
    const made = (configurations: LabBatch["configurations"], one: LabBatch) =>
      JSON.stringify(identity({ ...one, configurations }));
    if (made(known, batch) !== made(knownRows, before.batch)) return null;
    const all = [...new Set([...before.questions, ...questions])];
    if (fresh.length > 0 || all.length > before.questions.length) {
      const configurations = [...before.batch.configurations, ...fresh];
      const grown = { ...before.batch, configurations, questionCount: all.length };
      await this.#begin({ batch: grown, questions: all });
    }
    return { ...batch, id: before.batch.id };
  }

  async #begin(begun: Begun): Promise<LabBatch> {
    const one: Line = { type: "batch", ...begun, questions: [...begun.questions] };
    this.#take(one);
    await this.#add(one);
    return begun.batch;
  }

  async keep(result: LabResult, log: string): Promise<void> {
    this.#take({ type: "result", result, log });
    await this.#add({ type: "result", result, log });
  }

  #take(one: Line): void {
    if (one.type === "batch") this.#begun.set(one.batch.set, one);
    else if (one.type === "call") this.#calls.set(one.key, one.call);
    else if (one.type === "paid") this.#paidNanoUsd = one.nanoUsd;
    else {
      const { question, configuration } = one.result;
      this.#results.push(completedBy(one.log, one.result));
      this.#logs.push({ question, configuration, text: one.log });
    }
  }

  #add(one: Line): Promise<void> {
    const path = this.#path;
    if (path === null) return this.#written;
    this.#written = this.#written.then(() => appendFile(path, `${JSON.stringify(one)}\n`));
    return this.#written;
  }
}

/** A budget may change. */
function identity({ set, library, libraryId, configurations, models }: LabBatch) {
  return [set, library, libraryId, labBatch.shape.configurations.parse(configurations), models];
}
