/** Requests are sequential, timed, limited in size, and retried where that helps. */
import type * as z from "zod/mini";
import { AppError, toAppError } from "../../log/errors.ts";
import { type BoundedText, boundedText, isRedirect } from "../../models/openai-compatible/body.ts";
import { type Reach, reachOf } from "../../models/openai-compatible/reach.ts";
import type { Fetch } from "../../models/openai-compatible/transport.ts";
import { backOffMs, orAbort, type Sleep } from "../../models/openai-compatible/waiting.ts";
import { followSignal } from "../../models/part-stream.ts";
import { Queue } from "../../models/queue.ts";
import type { Clock, StopSignal } from "../../runtime/ports.ts";
import type { ToolCache } from "./cache.ts";
import {
  type BadAnswer,
  badAnswer,
  type Hint,
  type ReadRefusal,
  type Refusal,
  refusalError,
  statusRefusal,
  type ToolFacts,
  toolError,
  unreachable,
} from "./failure.ts";
import type { CommonSettings } from "./settings.ts";

export interface ToolServices {
  fetch: Fetch;
  clock: Clock;
  sleep: Sleep;
  cache: ToolCache;
}

export interface ToolRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Replaces JSON.parse for its answer; throws where it cannot read it. */
  parse?: (text: string) => unknown;
  onHead?: (headers: Headers) => void;
  /** Finds an error in an answer of status 200. */
  refusal?: (answer: unknown) => Refusal | null;
}

/** Sums over one search. */
export interface Traffic {
  /** Only those answered with 2xx, which services charge for. */
  requests: number;
  /** Counts addresses and bodies, no headers. */
  bytesSent: number;
  /** Counts decompressed bodies. */
  bytesReceived: number;
}

export interface Host extends ToolFacts {
  settings: CommonSettings;
  readRefusal: ReadRefusal;
  /** The service is known to block web pages. */
  refusesPages: boolean;
  /** How its owner can allow web pages; null if unknown. */
  corsHint: Hint | null;
}

/** Per search, over all its requests. */
export const maxRetries = 2;
/** A longer wait fails the search at once. */
const longestWaitMs = 20_000;
export const maxAnswerBytes = 2_000_000;
const maxRefusalBytes = 16_384;

/** Shared by all searches, so that the minimum gap holds. */
export class ServiceQueue {
  readonly host: Host;
  readonly services: ToolServices;
  readonly #queue: Queue;
  #lastEndMs = Number.NEGATIVE_INFINITY;

  constructor(host: Host, services: ToolServices) {
    this.host = host;
    this.services = services;
    this.#queue = new Queue(() => services.clock.nowMs());
  }

  /** Throws `tool-*`, or `stopped` at once on abort. */
  async run<T>(stop: StopSignal, search: (exchange: Exchange) => Promise<T>): Promise<T> {
    const turn = await this.#queue.enter(stop);
    if (turn.left) throw new AppError("stopped");
    const followed = followSignal(stop);
    const exchange = new Exchange(this, followed.signal);
    try {
      return await orAbort(search(exchange), followed.signal);
    } catch (thrown) {
      if (followed.signal.aborted) throw new AppError("stopped");
      const error = toAppError(thrown);
      const reach = await this.#reachAfter(error, followed.signal);
      throw new AppError(
        error.code,
        { ...error.params, ...(reach === null ? {} : { reach }), ...exchange.traffic },
        { retryable: error.retryable },
      );
    } finally {
      followed.release();
      turn.done();
    }
  }

  /** Null unless the browser hid the cause. */
  async #reachAfter(error: AppError, signal: AbortSignal): Promise<Reach | null> {
    const { host, services } = this;
    const { fetch } = services;
    const isUntold = error.code === "tool-unreachable-or-cors" && error.params["reason"] === null;
    if (!isUntold || host.refusesPages) return null;
    try {
      return await reachOf(new URL(host.origin), fetch, signal);
    } catch {
      throw new AppError("stopped");
    }
  }

  async keepDistance(signal: AbortSignal): Promise<void> {
    const { clock, sleep } = this.services;
    const waitMs = this.#lastEndMs + this.host.settings.minGapMs - clock.nowMs();
    if (waitMs > 0) await sleep(waitMs, signal);
  }

  ended(): void {
    this.#lastEndMs = this.services.clock.nowMs();
  }
}

export class Exchange {
  readonly traffic: Traffic = { requests: 0, bytesSent: 0, bytesReceived: 0 };
  readonly #service: ServiceQueue;
  readonly #signal: AbortSignal;
  #retries = 0;

  constructor(service: ServiceQueue, signal: AbortSignal) {
    this.#service = service;
    this.#signal = signal;
  }

  /** Throws AppError after the last retry. */
  async json(request: ToolRequest): Promise<unknown> {
    const { services } = this.#service;
    for (;;) {
      try {
        await this.#service.keepDistance(this.#signal);
        return await this.#timed(request);
      } catch (thrown) {
        const error = toAppError(thrown);
        const waitMs = this.#retries < maxRetries ? waitBefore(this.#retries, error) : null;
        if (waitMs === null || this.#signal.aborted) throw error;
        this.#retries += 1;
        await services.sleep(waitMs, this.#signal);
      }
    }
  }

  /** Throws `tool-bad-response`. */
  checked<T>(form: z.ZodMiniType<T>, answer: unknown): T {
    const parsed = form.safeParse(answer);
    if (!parsed.success) throw this.bad("shape");
    return parsed.data;
  }

  bad(reason: BadAnswer): AppError {
    return badAnswer(this.#service.host, reason);
  }

  async #timed(request: ToolRequest): Promise<unknown> {
    // A request after an abort would reject unhandled.
    if (this.#signal.aborted) throw new AppError("stopped");
    const { host, services } = this.#service;
    const { timeoutMs } = host.settings;
    const controller = followSignal(this.#signal);
    let late = false;
    const onTime = () => {
      late = true;
      controller.abort(new Error("the time for this request is up"));
    };
    services.sleep(timeoutMs, controller.signal).then(onTime, () => {});
    try {
      return await orAbort(this.#once(request, controller.signal), controller.signal);
    } catch (thrown) {
      if (late) throw toolError(host, "tool-timeout", { timeoutMs }, true);
      throw thrown;
    } finally {
      controller.abort();
      controller.release();
      this.#service.ended();
    }
  }

  async #once(request: ToolRequest, signal: AbortSignal): Promise<unknown> {
    const { host, services } = this.#service;
    const response = await this.#send(request, signal);
    // Queries and keys go only to the address entered.
    if (isRedirect(response)) throw badAnswer(host, "redirect");
    if (!response.ok) {
      const body = await this.#text(response, maxRefusalBytes);
      const refusal = statusRefusal(response.status, body.text, host.readRefusal);
      throw refusalError(host, refusal, response, services.clock.epochMs());
    }
    this.traffic.requests += 1;
    request.onHead?.(response.headers);
    const { text, whole } = await this.#text(response, maxAnswerBytes);
    if (!whole) throw badAnswer(host, "too-large");
    // Accepted, and there is nothing to say.
    if (response.status === 202) return null;
    const answer = this.#parsed(text, response.headers.get("content-type") ?? "", request);
    const refusal = request.refusal?.(answer) ?? null;
    if (refusal !== null) throw refusalError(host, refusal, response, services.clock.epochMs());
    return answer;
  }

  async #send(request: ToolRequest, signal: AbortSignal): Promise<Response> {
    const { host, services } = this.#service;
    // A browser's `fetch` throws if called as another object's method.
    const { fetch } = services;
    const { url, method = "GET", headers = {}, body } = request;
    this.traffic.bytesSent += byteLength(url) + byteLength(body ?? "");
    try {
      return await fetch(url, {
        method,
        headers: { accept: "application/json", ...headers },
        ...(body === undefined ? {} : { body }),
        signal,
        redirect: "manual",
        credentials: "omit",
        // Keys can be restricted to a page's origin, which is revealed anyway.
        referrerPolicy: "origin",
      });
    } catch (thrown) {
      throw unreachable(host, thrown, host);
    }
  }

  async #text(response: Response, limit: number): Promise<BoundedText> {
    try {
      return await boundedText(response, limit, (count) => {
        this.traffic.bytesReceived += count;
      });
    } catch {
      throw badAnswer(this.#service.host, "cut");
    }
  }

  #parsed(text: string, contentType: string, { parse = JSON.parse }: ToolRequest): unknown {
    const { host } = this.#service;
    if (text.trim() === "") throw badAnswer(host, "empty");
    try {
      return parse(text);
    } catch {
      const isPage = contentType.includes("html") || text.trimStart().startsWith("<");
      throw badAnswer(host, isPage ? "html" : "not-json");
    }
  }
}

/** Null if a retry would not help soon. */
function waitBefore(retry: number, error: AppError): number | null {
  if (!error.retryable || error.code === "tool-timeout") return null;
  const retryAfterMs = error.params["retryAfterMs"];
  const toldMs = typeof retryAfterMs === "number" ? retryAfterMs : null;
  if (toldMs !== null && toldMs > longestWaitMs) return null;
  return backOffMs(retry, toldMs, () => 0);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
