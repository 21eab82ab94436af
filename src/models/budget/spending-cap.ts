/**
 * Caps spending per question and day: each call's worst case is reserved first; the real cost then
 * replaces it.
 */
import { costOf, isDoubtfulPrice, isUnsent, isUsablePrice, isUsageKnown } from "../../log/cost.ts";
import { AppError, type ErrorCode, type ErrorData, toAppError } from "../../log/errors.ts";
import type { Price, Usage } from "../../log/types.ts";
import type {
  ChatEnd,
  ChatModel,
  ChatPart,
  ChatRequest,
  SearchTool,
  StopSignal,
  ToolQuery,
  ToolResult,
} from "../../runtime/ports.ts";
import { isUncharged } from "../openai-compatible/errors.ts";
import { countedBytes, leastTokens } from "../openai-compatible/usage-floor.ts";
import { unstartedEnd } from "../queued-model.ts";
import { addCapped, capNano, nanoPerUsd, settleReservation, toNano } from "./nano-usd.ts";

export interface SpendingCaps {
  perQuestionUsd: number | null;
  perDayUsd: number | null;
}

/** Keyed by ISO date, in billionths of a dollar (`nano-usd.ts`), shared by tabs. */
export interface SpendingLedger {
  spentNanoUsd(day: string): Promise<number>;
  /** Runs in one transaction across tabs. If `change` throws, nothing is written. */
  update(day: string, change: (spentNanoUsd: number) => number): Promise<void>;
}

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
  /** Calls throw `spending-cap-reached` or `price-unknown-under-cap`. */
  cap(model: ChatModel, options?: { reasoningTokens?: number }): ChatModel;
  /** A free service always passes. */
  capTool(tool: SearchTool): SearchTool;
  spentUsd(): number;
}

/**
 * All questions share the day's spending. `today` is the ISO date to which a call is charged,
 * `spentUsd` what a resumed run has already spent.
 */
export function questionBudget(
  caps: SpendingCaps,
  ledger: SpendingLedger,
  today: () => string,
  spentUsd = 0,
): QuestionBudget {
  const account = new Account(caps, ledger);
  account.questionNano = toNano(spentUsd);
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

/**
 * An upper bound: at most one token per byte, plus a few per message for the template. Schemas and
 * stops count, too.
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

/** An upper bound if the server keeps to `maxTokens`; Infinity if unknown. */
export function worstCaseUsd(request: ChatRequest, price: Price, reasoningTokens = 0): number {
  const { inputPerMillion, cachedInputPerMillion } = price;
  const usage: Usage = {
    promptTokens: mostPromptTokens(request),
    cachedTokens: 0,
    generatedTokens: request.maxTokens + reasoningTokens,
  };
  const dearest = Math.max(inputPerMillion, cachedInputPerMillion ?? 0);
  return costOf(usage, { ...price, inputPerMillion: dearest }) ?? Number.POSITIVE_INFINITY;
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
  const { request, signal } = call;
  const { price } = model.ref;
  const isDoubtful = isDoubtfulPrice(model.ref);
  if (account.isCapped && (isDoubtful || !isUsablePrice(price))) {
    const { model: name, tier } = model.ref;
    const params = { ...(tier === "small" ? { tier } : {}), ...(isDoubtful ? { price: 0 } : {}) };
    throw refusal("price-unknown-under-cap", { model: name, ...params });
  }
  if (!isUsablePrice(price)) {
    yield* model.generate(request, signal);
    return;
  }
  const worst = toNano(worstCaseUsd(request, price, call.reasoningTokens));
  const reserved = await orStopped(account.reserve(call.day, worst), signal);
  if (reserved === null) {
    yield unstartedEnd(0);
    return;
  }
  // This runs on every exit, also when the caller breaks off: unknown costs count as the worst
  // case.
  const bill = new Bill(price, worst);
  const more: Reservation[] = [];
  try {
    for await (const part of model.generate(request, signal)) {
      bill.take(part);
      while (part.type === "delta" && bill.isOverdrawn) {
        more.push(await roomForMore(account, call.day, worst, model.ref.destination));
        bill.aside += worst;
      }
      yield part;
    }
  } catch (thrown) {
    bill.fail(isUncharged(toAppError(thrown)));
    throw thrown;
  } finally {
    await reserved.settle(bill.charge);
    for (const one of more) await one.settle(0);
  }
}

/** Reserves as much again for an overlong answer; cuts it if the cap does not allow that. */
async function roomForMore(account: Account, day: string, worst: number, url: string) {
  try {
    return await account.reserve(day, worst);
  } catch (cause) {
    // The call was made and is charged.
    throw new AppError("remote-answer-too-large", { url, bound: "cap" }, { cause });
  }
}

/** If the server reports usage several times, the largest is charged. */
class Bill {
  readonly #price: Price;
  readonly #worst: number;
  #charge: number | null = null;
  #began = false;
  #receivedBytes = 0;
  /** In billionths of a US dollar. */
  aside: number;

  constructor(price: Price, worst: number) {
    this.#price = price;
    this.#worst = worst;
    this.aside = worst;
  }

  get charge(): number {
    return Math.max(this.#charge ?? this.#worst, this.#least);
  }

  get isOverdrawn(): boolean {
    return this.#least > this.aside;
  }

  get #least(): number {
    const generatedTokens = leastTokens(this.#receivedBytes);
    return toNano(costOf({ promptTokens: 0, cachedTokens: 0, generatedTokens }, this.#price) ?? 0);
  }

  take(part: ChatPart): void {
    this.#began = true;
    if (part.type !== "end") {
      this.#receivedBytes += countedBytes(part.text);
      return;
    }
    this.#charge = Math.max(this.#charge ?? 0, chargeOf(part, this.#price, this.#worst));
  }

  /** An answer that has begun is charged, whatever the error says. */
  fail(uncharged: boolean): void {
    this.#charge = uncharged && !this.#began ? 0 : Math.max(this.charge, this.#worst);
  }
}

/** A server may charge more than it reports: after a Stop, or for text it does not count. */
function chargeOf(end: ChatEnd, price: Price, worst: number): number {
  if (isUnsent(end)) return 0;
  const { finish, usage, text } = end;
  const counted = isUsageKnown(usage) && (usage.generatedTokens !== 0 || text === "");
  if (!counted || finish === "stopped") return worst;
  return toNano(costOf(usage, price) ?? Number.POSITIVE_INFINITY);
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
  if (usdPerThousand === null || !(usdPerThousand >= 0)) {
    if (account.isCapped) throw refusal("price-unknown-under-cap", { tool: title });
    return tool.search(query, signal);
  }
  const worst = toNano((tool.mostRequests * usdPerThousand) / 1000);
  const chargeFor = (requests: unknown) => {
    const isCount = typeof requests === "number" && requests >= 0;
    return isCount ? toNano((requests * usdPerThousand) / 1000) : worst;
  };
  const reserved = await orStopped(account.reserve(day, worst), signal);
  if (reserved === null) throw new AppError("stopped", { requests: 0 });
  let charge = worst;
  try {
    const found = await tool.search(query, signal);
    charge = chargeFor(found.requests);
    return found;
  } catch (thrown) {
    // A stopped search may have been charged in full.
    charge = chargeFor(toAppError(thrown).params["requests"]);
    throw thrown;
  } finally {
    await reserved.settle(charge);
  }
}

/** Null after a Stop: no call is made, and the reservation is released. */
async function orStopped(
  reserving: Promise<Reservation>,
  signal: StopSignal,
): Promise<Reservation | null> {
  let onAbort = () => {};
  const stopped = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
  });
  try {
    const first = await Promise.race([reserving, stopped]);
    if (first === null) void reserving.then(({ settle }) => settle(0)).catch(() => undefined);
    return first;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Marks the error as free of charge, so that outer caps release their reservations, too. */
function refusal(code: ErrorCode, params: ErrorData["params"], cause?: AppError): AppError {
  const retryable = cause?.retryable ?? false;
  return new AppError(code, { ...params, charged: false }, { retryable, cause });
}

interface Reservation {
  /** Call once, with billionths of a dollar. Never throws. */
  settle(charge: number): Promise<void>;
}

/** Reservations are made one at a time and count as spent until settled. */
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

  /** Throws if refused, or if a day cap's ledger cannot be read. */
  async reserve(day: string, worst: number): Promise<Reservation> {
    if (worst === 0) return { settle: async () => undefined };
    const { perQuestionUsd, perDayUsd } = this.#caps;
    check("question", perQuestionUsd, this.questionNano, worst);
    // Reserved before the first await, so that concurrent calls see each other.
    this.questionNano = addCapped(this.questionNano, worst);
    const recorded = this.#ledger.update(day, (spent) => {
      check("day", perDayUsd, spent, worst);
      return addCapped(spent, worst);
    });
    if (perDayUsd === null) return this.#besideTheCall(day, worst, recorded);
    try {
      await recorded;
    } catch (thrown) {
      this.#settleQuestion(worst, 0);
      const error = toAppError(thrown);
      throw refusal(error.code, error.params, error);
    }
    return {
      settle: async (charge) => {
        this.#settleQuestion(worst, charge);
        const change = this.#ledger.update(day, (spent) => settleReservation(spent, worst, charge));
        // The answer is paid for and must not be lost. On failure the reservation stays, to be
        // safe.
        await change.catch(() => undefined);
      },
    };
  }

  /** Without a day cap the record only informs, so the call does not wait. */
  #besideTheCall(day: string, worst: number, recorded: Promise<void>): Reservation {
    const aside = recorded.then(
      () => worst,
      () => 0,
    );
    return {
      settle: async (charge) => {
        this.#settleQuestion(worst, charge);
        void aside
          .then((amount) =>
            this.#ledger.update(day, (spent) => settleReservation(spent, amount, charge)),
          )
          .catch(() => undefined);
      },
    };
  }

  #settleQuestion(worst: number, charge: number): void {
    this.questionNano = settleReservation(this.questionNano, worst, charge);
  }
}

function check(
  period: "question" | "day",
  capUsd: number | null,
  spent: number,
  worst: number,
): void {
  if (capUsd === null || spent + worst <= capNano(capUsd)) return;
  throw refusal("spending-cap-reached", {
    period,
    cap: capUsd,
    spent: spent / nanoPerUsd,
    wouldCost: worst / nanoPerUsd,
  });
}
