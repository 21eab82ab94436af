/**
 * A hard cap on money, per question and per day. Before each call its worst case is
 * set aside; what does not fit is refused, so the cap cannot be crossed. When the call
 * has ended, what it really cost takes the place of the worst case.
 */
import { costOf } from "../core/cost.ts";
import { AppError, toAppError } from "../core/errors.ts";
import type {
  ChatModel,
  ChatPart,
  ChatRequest,
  SearchTool,
  StopSignal,
  ToolQuery,
  ToolResult,
} from "../core/ports.ts";
import type { Price, Usage } from "../core/types.ts";
import { isUncharged } from "./remote-errors.ts";

/** US dollars; null means no cap. */
export interface SpendingCaps {
  perQuestionUsd: number | null;
  perDayUsd: number | null;
}

/**
 * Where a day's spending is kept, in billionths of a dollar (whole numbers, so that
 * nothing is lost in adding up). `day` is an ISO date. Tabs of one browser share it.
 */
export interface SpendingLedger {
  spentNanoUsd(day: string): Promise<number>;
  /** Reads and writes in one step that no other tab can interrupt: one transaction. */
  update(day: string, change: (spentNanoUsd: number) => number): Promise<void>;
}

/** For tests and the command line: forgets when the process ends. */
export function memoryLedger(): SpendingLedger {
  const days = new Map<string, number>();
  return {
    spentNanoUsd: async (day) => days.get(day) ?? 0,
    update: async (day, change) => {
      days.set(day, change(days.get(day) ?? 0));
    },
  };
}

export interface QuestionBudget {
  /** The same model, but it throws `spending-cap-reached` or `price-unknown-under-cap`. */
  cap(model: ChatModel, options?: { reasoningTokens?: number }): ChatModel;
  /** The same search service, but it throws these, too; one that is free always passes. */
  capTool(tool: SearchTool): SearchTool;
  /** US dollars set aside or spent on this question so far. */
  spentUsd(): number;
}

/**
 * One budget per question; all of them draw on the same day. `today` gives the ISO
 * date a call is charged to: the one on which it began.
 */
export function questionBudget(
  caps: SpendingCaps,
  ledger: SpendingLedger,
  today: () => string,
): QuestionBudget {
  const account = new Account(caps, ledger);
  return {
    cap: (model, options = {}) => ({
      ref: model.ref,
      generate: (request, signal) =>
        capped(account, model, { request, signal, day: today(), ...options }),
    }),
    capTool: (tool) => ({
      ref: tool.ref,
      mostRequests: tool.mostRequests,
      search: (query, signal) => cappedSearch(account, tool, { query, signal, day: today() }),
    }),
    spentUsd: () => account.questionNano / nanoPerUsd,
  };
}

const nanoPerUsd = 1e9;
/** Rounded up, so that rounding never lets a cap be crossed; the noise of the product is cut first. */
const toNano = (usd: number) => Math.ceil(Number((usd * nanoPerUsd).toPrecision(12)));

/**
 * The most tokens a prompt can come to. No tokenizer in use makes more tokens than
 * bytes, and chat templates add a few tokens around each message; schemas and stop
 * sequences are counted as if the server put them into the prompt.
 */
export function mostPromptTokens(request: ChatRequest): number {
  const { messages, assistantPrefix, stop, constraint } = request;
  const sent = JSON.stringify([messages, assistantPrefix ?? "", stop, constraint ?? null]);
  return bytesOf(sent) + templateTokens * (messages.length + 2);
}

const templateTokens = 24;

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** US dollars this call costs at most, if the server keeps to `maxTokens`. */
export function worstCaseUsd(request: ChatRequest, price: Price, reasoningTokens = 0): number {
  const usage: Usage = {
    promptTokens: mostPromptTokens(request),
    cachedTokens: 0,
    generatedTokens: request.maxTokens + reasoningTokens,
  };
  return costOf(usage, price) ?? 0;
}

interface CappedCall {
  request: ChatRequest;
  signal: StopSignal;
  day: string;
  reasoningTokens?: number;
}

async function* capped(
  account: Account,
  model: ChatModel,
  call: CappedCall,
): AsyncGenerator<ChatPart, void, undefined> {
  const { price } = model.ref;
  if (price === null) {
    if (account.isCapped) throw new AppError("price-unknown-under-cap", { model: model.ref.model });
    yield* model.generate(call.request, call.signal);
    return;
  }
  const worst = toNano(worstCaseUsd(call.request, price, call.reasoningTokens));
  await account.reserve(call.day, worst);
  // Holds for every way out, also when the caller breaks off: unknown is charged as the worst.
  let charge = worst;
  try {
    for await (const part of model.generate(call.request, call.signal)) {
      if (part.type === "end") charge = chargeOf(part.usage, price, worst);
      yield part;
    }
  } catch (thrown) {
    if (isUncharged(toAppError(thrown))) charge = 0;
    throw thrown;
  } finally {
    await account.settle(call.day, worst, charge);
  }
}

interface CappedSearch {
  query: ToolQuery;
  signal: StopSignal;
  day: string;
}

async function cappedSearch(
  account: Account,
  tool: SearchTool,
  { query, signal, day }: CappedSearch,
): Promise<ToolResult> {
  const { title, usdPerThousand } = tool.ref;
  if (usdPerThousand === null) {
    if (account.isCapped) throw new AppError("price-unknown-under-cap", { tool: title });
    return tool.search(query, signal);
  }
  const nanoOf = (requests: number) => toNano((requests * usdPerThousand) / 1000);
  const worst = nanoOf(tool.mostRequests);
  await account.reserve(day, worst);
  let charge = worst;
  try {
    const found = await tool.search(query, signal);
    charge = nanoOf(found.requests);
    return found;
  } catch (thrown) {
    // A stopped search tells no count: it may have been charged for in full.
    const { requests } = toAppError(thrown).params;
    if (typeof requests === "number") charge = nanoOf(requests);
    throw thrown;
  } finally {
    await account.settle(day, worst, charge);
  }
}

function chargeOf(usage: Usage, price: Price, worst: number): number {
  const usd = costOf(usage, price);
  return usd === null ? worst : toNano(usd);
}

/** Reservations are made one after another, and count as spent until they are settled. */
class Account {
  questionNano = 0;
  readonly #caps: SpendingCaps;
  readonly #ledger: SpendingLedger;

  constructor(caps: SpendingCaps, ledger: SpendingLedger) {
    this.#caps = caps;
    this.#ledger = ledger;
  }

  get isCapped(): boolean {
    return this.#caps.perQuestionUsd !== null || this.#caps.perDayUsd !== null;
  }

  async reserve(day: string, worst: number): Promise<void> {
    const { perQuestionUsd, perDayUsd } = this.#caps;
    this.#check("question", perQuestionUsd, this.questionNano, worst);
    // Set aside before anything is awaited, so that calls side by side see each other.
    this.questionNano += worst;
    try {
      await this.#ledger.update(day, (spent) => {
        this.#check("day", perDayUsd, spent, worst);
        return spent + worst;
      });
    } catch (thrown) {
      this.questionNano -= worst;
      throw thrown;
    }
  }

  async settle(day: string, worst: number, charge: number): Promise<void> {
    this.questionNano += charge - worst;
    await this.#ledger.update(day, (spent) => spent + charge - worst);
  }

  #check(period: "question" | "day", capUsd: number | null, spent: number, worst: number): void {
    if (capUsd === null || spent + worst <= Math.floor(capUsd * nanoPerUsd)) return;
    throw new AppError("spending-cap-reached", {
      period,
      cap: capUsd,
      spent: spent / nanoPerUsd,
      wouldCost: worst / nanoPerUsd,
    });
  }
}
