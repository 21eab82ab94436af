/**
 * What an evaluation has done so far, one line each, beside its report: results with their logs,
 * model calls, money. Stopped and started again it goes on from here.
 */
import { appendFile, readFile, truncate } from "node:fs/promises";
import * as z from "zod/mini";
import {
  type CallMemory,
  type RememberedCall,
  rememberedCall,
} from "../../evaluation/batch/memory.ts";
import type { ReportLog } from "../../evaluation/batch/report.ts";
import { type LabBatch, type LabResult, labBatch, labResult } from "../../evaluation/types.ts";
import type { SpendingLedger } from "../../models/budget/spending-cap.ts";

const line = z.discriminatedUnion("type", [
  /** `questions`: their ids in order. */
  z.object({ type: z.literal("batch"), batch: labBatch, questions: z.array(z.string()) }),
  z.object({ type: z.literal("result"), result: labResult, log: z.string() }),
  z.object({ type: z.literal("call"), key: z.string(), call: rememberedCall }),
  z.object({ type: z.literal("paid"), nanoUsd: z.int() }),
]);
type Line = z.infer<typeof line>;

export class Journal {
  readonly calls: CallMemory;
  readonly paid: SpendingLedger;
  readonly #path: string;
  readonly #results: LabResult[] = [];
  readonly #logs: ReportLog[] = [];
  readonly #calls = new Map<string, RememberedCall>();
  #begun: { batch: LabBatch; questions: readonly string[] } | null = null;
  #paidNanoUsd = 0;
  /** Lines are written one after the other. */
  #written: Promise<void> = Promise.resolve();

  private constructor(path: string) {
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

  /** A missing file is an empty journal; a last line that was cut off is taken off the file. */
  static async open(path: string): Promise<Journal> {
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

  /** The batch that this journal is of; false when it was begun as another one. */
  async begin(batch: LabBatch, questions: readonly string[]): Promise<LabBatch | null> {
    if (this.#begun === null) {
      await this.#add({ type: "batch", batch, questions: [...questions] });
      this.#begun = { batch, questions };
      return batch;
    }
    const { batch: before } = this.#begun;
    const same =
      JSON.stringify(this.#begun.questions) === JSON.stringify(questions) &&
      JSON.stringify(identity(before)) === JSON.stringify(identity(batch));
    return same ? { ...before, budgetUsd: batch.budgetUsd } : null;
  }

  async keep(result: LabResult, log: string): Promise<void> {
    this.#take({ type: "result", result, log });
    await this.#add({ type: "result", result, log });
  }

  #take(one: Line): void {
    if (one.type === "batch") this.#begun = one;
    else if (one.type === "call") this.#calls.set(one.key, one.call);
    else if (one.type === "paid") this.#paidNanoUsd = one.nanoUsd;
    else {
      const { question, configuration } = one.result;
      this.#results.push(one.result);
      this.#logs.push({ question, configuration, text: one.log });
    }
  }

  #add(one: Line): Promise<void> {
    this.#written = this.#written.then(() => appendFile(this.#path, `${JSON.stringify(one)}\n`));
    return this.#written;
  }
}

/** What results of one batch have in common; its budget may change. */
function identity({ set, library, libraryId, configurations, models }: LabBatch) {
  return [set, library, libraryId, labBatch.shape.configurations.parse(configurations), models];
}
