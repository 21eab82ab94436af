/** Adds cache, queue, passages and counts to a service's searcher. */

import { AppError } from "../../log/errors.ts";
import type { Visibility } from "../../log/types.ts";
import type { SearchTool, StopSignal, ToolQuery, ToolResult } from "../../runtime/ports.ts";
import { visibilityAt } from "../../runtime/privacy/visibility.ts";
import { cacheKey, isFresh } from "./cache.ts";
import {
  type Exchange,
  type Host,
  maxRetries,
  ServiceQueue,
  type ToolServices,
} from "./exchange.ts";
import { badAnswer, type Hint, type ReadRefusal } from "./failure.ts";
import { type Hit, toPassages } from "./passages.ts";
import { singleSpaced } from "./plain-text.ts";
import type { CommonSettings } from "./settings.ts";

export interface Searcher {
  /** Only the origin is shown. */
  url: URL;
  /** Sent to that origin only, and removed from messages. */
  secrets: readonly string[];
  /** All settings that affect an answer, without secrets. */
  scope: unknown;
  maxPassages: number;
  /** In characters; longer queries are cut at a word. */
  maxQueryCharacters: number;
  /** Counts no retries; 1 by default. */
  maxRequests?: number;
  refusesPages?: boolean;
  corsHint?: Hint;
  /** The default depends on the origin. */
  visibility?: Visibility;
  /** Uses the query's vector if there is one. */
  usesVectors?: boolean;
  readRefusal?: ReadRefusal;
  /** Hits in the service's order. Throws AppError. */
  find(query: ToolQuery, exchange: Exchange): Promise<Hit[]>;
}

export function searchTool(
  settings: CommonSettings,
  searcher: Searcher,
  services: ToolServices,
): SearchTool {
  const { id, title, usdPerThousand } = settings;
  const { origin } = searcher.url;
  const { secrets, refusesPages = false, corsHint = null, readRefusal = () => null } = searcher;
  const host: Host = { title, origin, secrets, settings, refusesPages, corsHint, readRefusal };
  const queue = new ServiceQueue(host, services);
  const scope = JSON.stringify(searcher.scope);
  const { visibility = visibilityAt(origin) } = searcher;
  return {
    ref: { id, title, destination: origin, usdPerThousand, visibility },
    mostRequests: (searcher.maxRequests ?? 1) + maxRetries,
    async search(query, signal) {
      if (signal.aborted) throw new AppError("stopped");
      const bounded = within(query, searcher);
      if (bounded.text === "" || bounded.k < 1) return nothing;
      const byVector = searcher.usesVectors === true && bounded.embed !== undefined;
      const asked = `${searcher.url.href} ${scope}${byVector ? " vectors" : ""}`;
      const key = cacheKey(id, asked, bounded.text, bounded.k);
      const cached = await services.cache.get(key);
      if (cached !== null && isFresh(cached, services.clock.epochMs())) {
        return { ...nothing, passages: cached.passages, cached: true };
      }
      const found = await ask(queue, searcher, bounded, signal);
      // Empty answers can be temporary.
      if (found.passages.length > 0) {
        const storedEpochMs = services.clock.epochMs();
        await services.cache.put(key, { passages: found.passages, storedEpochMs });
      }
      return found;
    },
  };
}

const nothing: ToolResult = {
  passages: [],
  requests: 0,
  bytesSent: 0,
  bytesReceived: 0,
  cached: false,
};

function within(query: ToolQuery, searcher: Searcher): ToolQuery {
  const text = cutAtWord(singleSpaced(query.text), searcher.maxQueryCharacters);
  return { ...query, text, k: Math.min(Math.floor(query.k), searcher.maxPassages) };
}

function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const space = text.lastIndexOf(" ", limit);
  return text.slice(0, space > 0 ? space : limit);
}

function ask(
  queue: ServiceQueue,
  searcher: Searcher,
  query: ToolQuery,
  signal: StopSignal,
): Promise<ToolResult> {
  return queue.run(signal, async (exchange) => {
    const hits = await searcher.find(query, exchange);
    const passages = toPassages(queue.host.settings.id, hits, query.k);
    // Results without any text mean an unexpected format.
    if (hits.length > 0 && passages.length === 0) throw badAnswer(queue.host, "shape");
    return { passages, ...exchange.traffic, cached: false };
  });
}
