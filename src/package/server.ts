/** Declares a model behind an OpenAI-compatible endpoint. The key stays in here. */
import * as z from "zod/mini";
import { bounded, priceBounds } from "../log/setting-bounds.ts";
import type { Price, Tier } from "../log/types.ts";
import { presetOf, settingsFromPreset } from "../models/openai-compatible/presets.ts";
import { createRemoteModel } from "../models/openai-compatible/remote.ts";
import { parseRemoteSettings, type RemoteSettings } from "../models/openai-compatible/settings.ts";
import { loadPriceTable, priceOf } from "../models/prices/price-table.ts";
import { today } from "../node/node-ports.ts";
import type { ChatModel } from "../runtime/ports.ts";
import { optionInvalid, readOptions } from "./invalid.ts";

export interface ServerOptions {
  /** With its version: `https://api.openai.com/v1`. */
  url: string;
  model: string;
  /** Sent to `url` alone; in no log, error or property. */
  key?: string | undefined;
  /** US dollars per million tokens; default: the price table's, else unknown. 0 and 0 is free. */
  price?: { input: number; output: number; cached?: number | undefined } | undefined;
  /** Hidden tokens that a reasoning model may add to an answer, 0 to 100,000; default 0. */
  reasoningTokens?: number | undefined;
  /** The longest silence in milliseconds, 1,000 to 600,000; default 60,000, on this machine 300,000. */
  timeoutMs?: number | undefined;
}

const serverOptions = z.strictObject({
  url: z.string(),
  model: z.string(),
  key: z.optional(z.string()),
  price: z.optional(
    z.strictObject({
      input: bounded(priceBounds),
      output: bounded(priceBounds),
      cached: z.optional(bounded(priceBounds)),
    }),
  ),
  reasoningTokens: z.optional(z.number()),
  timeoutMs: z.optional(z.number()),
});

export interface ConnectedServer {
  model: ChatModel;
  reasoningTokens: number;
}

/** Throws `option-invalid`. */
export function openAICompatible(options: ServerOptions): ModelServer {
  const { url, price, key = "", model, ...limits } = readOptions(serverOptions, options, wanted);
  const entered = { apiKey: key, model };
  const preset = presetOf({ preset: "custom", baseUrl: url });
  const parsed = parseRemoteSettings({
    ...(preset === null ? entered : settingsFromPreset(preset, entered)),
    baseUrl: url,
    ...limits,
  });
  if (!parsed.ok) {
    const field = parsed.problems[0]?.field ?? "";
    const option = { baseUrl: "url", apiKey: "key" }[field] ?? field;
    throw optionInvalid(option, wanted);
  }
  return new ModelServer(parsed.settings, price === undefined ? null : priceFrom(price));
}

const wanted: Readonly<Record<string, string>> = {
  url: "an http or https address with its version, without a user, query or fragment",
  model: "the model's name at that server",
  key: "a text of visible ASCII characters",
  price: "{ input, output, cached? } in US dollars per million tokens, each 0 to 100,000",
  reasoningTokens: "a whole number from 0 to 100,000",
  timeoutMs: "a whole number of milliseconds from 1,000 to 600,000",
};

function priceFrom({ input, output, cached }: NonNullable<ServerOptions["price"]>): Price {
  return {
    inputPerMillion: input,
    outputPerMillion: output,
    cachedInputPerMillion: cached ?? null,
    source: "entered by you",
    asOf: today(),
    ...(input === 0 && output === 0 ? { free: true } : {}),
  };
}

/** Made by `openAICompatible`. */
export class ModelServer {
  readonly #settings: RemoteSettings;
  readonly #price: Price | null;

  constructor(settings: RemoteSettings, price: Price | null) {
    this.#settings = settings;
    this.#price = price;
  }

  async connect(tier: Tier): Promise<ConnectedServer> {
    const settings = this.#settings;
    const price = this.#price ?? priceOf(settings, await loadPriceTable(), [], today());
    // Questions may run side by side.
    const atOnce = Number.POSITIVE_INFINITY;
    const model = createRemoteModel(settings, { tier, price, atOnce });
    return { model, reasoningTokens: settings.reasoningTokens };
  }
}
