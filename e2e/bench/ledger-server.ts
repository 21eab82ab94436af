/** FAKE: it waits, then answers as the history says. */
import { AppError } from "../../src/log/errors.ts";
import type { Price, Usage } from "../../src/log/types.ts";
import { mostPromptTokens } from "../../src/models/budget/spending-cap.ts";
import { countedBytes, flooredUsage } from "../../src/models/openai-compatible/usage-floor.ts";
import { unstartedEnd } from "../../src/models/queued-model.ts";
import type {
  ChatEnd,
  ChatModel,
  ChatPart,
  ChatRequest,
  SearchTool,
} from "../../src/runtime/ports.ts";
import { chargeOf, tokenNano } from "./ledger-book.ts";
import type { OddPrice, Outcome, ToolOutcome } from "./ledger-history.ts";

/** Resolves when the call may be answered. */
export type Reach = () => Promise<void>;

const price: Price = {
  inputPerMillion: tokenNano.read / 1000,
  outputPerMillion: tokenNano.written / 1000,
  cachedInputPerMillion: null,
  source: "the simulation",
  asOf: "2026-11-21",
};
const words = "Which river runs through the capital of the country that borders the Baltic Sea?";

export function requestOf(maxTokens: number): ChatRequest {
  return {
    messages: [{ role: "user", content: words }],
    fixedPrefixMessages: 0,
    maxTokens,
    stop: [],
    temperature: 0,
    purpose: "plan",
  };
}

export interface Bill {
  most: number;
  charge: number;
  used: { read: number; written: number };
}

export function billOf(maxTokens: number, share: number, outcome: Outcome): Bill {
  const request = requestOf(maxTokens);
  const most = chargeOf({ read: mostPromptTokens(request), written: maxTokens });
  const written = Math.max(1, Math.floor(maxTokens * share));
  const used = {
    read: Math.max(1, Math.floor(words.length * share)),
    written: outcome === "huge" ? 9e15 : exceeds.includes(outcome) ? maxTokens * 3 : written,
  };
  return { most, charge: charged(outcome, most, chargeOf(used)), used };
}

const exceeds: readonly Outcome[] = ["over", "twice"];
const counted: readonly Outcome[] = ["told", "huge", ...exceeds];

const answer = "the Danube";
/** One token per six bytes, counted independently. */
const least = chargeOf({
  read: Math.floor(words.length / 6),
  written: Math.floor(answer.length / 6),
});

function charged(outcome: Outcome, most: number, told: number): number {
  if (outcome === "lying") return least;
  if (outcome === "refused" || outcome === "unsent") return 0;
  if (outcome === "twice") return Math.max(most, told);
  return counted.includes(outcome) ? told : most;
}

export function servedModel(
  { used }: Bill,
  outcome: Outcome,
  { reach, stop }: { reach: Reach; stop: () => void },
): ChatModel {
  const told: Usage = {
    promptTokens: used.read,
    cachedTokens: null,
    generatedTokens: used.written,
  };
  return {
    ref: { engine: "remote", model: "served", tier: "large", destination: "https://x.test", price },
    async *generate(): AsyncGenerator<ChatPart> {
      if (outcome === "unsent") {
        yield unstartedEnd(0);
        return;
      }
      await reach();
      if (outcome === "refused") throw new AppError("remote-rate-limited", { charged: false });
      yield { type: "delta", text: answer };
      if (outcome === "lost") throw new AppError("remote-stream-cut");
      if (outcome === "late-refusal") throw new AppError("remote-server-error", { charged: false });
      if (outcome === "stopped") stop();
      const finish = outcome === "stopped" ? "stopped" : "stop";
      yield outcome === "lying" ? lyingEnd() : endWith(usageIn(outcome, told), finish);
      if (outcome === "twice") yield endWith(zero, "stop");
    },
  };
}

const zero: Usage = { promptTokens: 0, cachedTokens: 0, generatedTokens: 0 };
const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };

function usageIn(outcome: Outcome, told: Usage): Usage {
  switch (outcome) {
    case "zero":
      return zero;
    case "untold":
      return untold;
    case "no-output":
      return { ...told, generatedTokens: 0 };
    case "odd":
      return { promptTokens: -5_000_000, cachedTokens: Number.NaN, generatedTokens: 3 };
    default:
      return told;
  }
}

function lyingEnd(): ChatEnd {
  const told: Usage = { promptTokens: 1, cachedTokens: 1, generatedTokens: 1 };
  const sentBytes = countedBytes(words);
  const receivedBytes = countedBytes(answer);
  const exchanged = { sentBytes, freshBytes: sentBytes, receivedBytes, listedTokens: 0 };
  return { ...endWith(told, "stop"), ...flooredUsage(told, exchanged) };
}

function endWith(usage: Usage, finish: ChatEnd["finish"]): ChatEnd {
  return { ...unstartedEnd(0), text: answer, finish, usage, bytesSent: 200 };
}

const oddPriceOf: Readonly<Record<OddPrice, Pick<Price, "inputPerMillion" | "outputPerMillion">>> =
  {
    negative: { ...price, inputPerMillion: -1000 },
    nan: { ...price, inputPerMillion: Number.NaN },
    nothing: { inputPerMillion: 0, outputPerMillion: 0 },
  };

/** The price cannot be capped. */
export function oddlyPriced(odd: OddPrice, reach: () => void): ChatModel {
  return {
    ref: {
      ...{ engine: "remote", model: "odd", tier: "large", destination: "https://x.test" },
      price: { ...price, ...oddPriceOf[odd] },
    },
    async *generate(): AsyncGenerator<ChatPart> {
      reach();
      yield endWith({ ...zero, promptTokens: 1_000_000 }, "stop");
    },
  };
}

const requestNano = 500_000;
const mostRequests = 3;

export function searchBill(requests: number, outcome: ToolOutcome): Omit<Bill, "used"> {
  const most = mostRequests * requestNano;
  if (outcome === "cached") return { most, charge: 0 };
  const isTold = outcome === "told" || outcome === "lost-told";
  return { most, charge: isTold ? requests * requestNano : most };
}

export function servedTool(requests: number, outcome: ToolOutcome, reach: Reach): SearchTool {
  return {
    ref: {
      ...{
        id: "search",
        title: "Search",
        destination: "https://s.test",
        visibility: "private" as const,
      },
      usdPerThousand: (requestNano * 1000) / 1e9,
    },
    mostRequests,
    async search() {
      await reach();
      if (outcome === "lost") throw new AppError("tool-timeout");
      if (outcome === "lost-told") throw new AppError("tool-bad-response", { requests });
      const told = outcome === "cached" ? 0 : outcome === "odd" ? Number.NaN : requests;
      const cached = outcome === "cached";
      return { passages: [], requests: told, bytesSent: 0, bytesReceived: 0, cached };
    },
  };
}
