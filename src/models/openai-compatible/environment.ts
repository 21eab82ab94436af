import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { bounded, priceBounds } from "../../log/setting-bounds.ts";
import type { Price, Tier } from "../../log/types.ts";
import { type BoundKey, originOf, secretFor } from "../bound-key.ts";
import { presetOf, remotePreset, settingsFromPreset } from "./presets.ts";
import { parseRemoteSettings, type RemoteSettings } from "./settings.ts";

/** The key has no flag: other processes can read arguments, and shells keep history. */
export interface RemoteFlags {
  preset?: string | undefined;
  url?: string | undefined;
  model?: string | undefined;
  /** From `--TIER-key-variable NAME`. */
  keyVariable?: string | undefined;
  /** From `--TIER-price INPUT,OUTPUT[,CACHED]`, in US dollars per million tokens. */
  price?: string | undefined;
}

export interface RemoteFromEnvironment {
  settings: RemoteSettings;
  price: Price | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Flags override HOPWISE_LARGE_PRESET, _URL, _MODEL, _KEY and _PRICE (or HOPWISE_SMALL_…); a
 * provider's usual key variable is the fallback. Null without preset and URL. Throws
 * `remote-not-configured`.
 */
export function remoteFromEnvironment(
  flags: RemoteFlags,
  environment: Environment,
  today: string,
  tier: Tier = "large",
): RemoteFromEnvironment | null {
  const named = namedFor(environment, tier);
  const presetId = flags.preset ?? named("PRESET");
  const url = flags.url ?? named("URL");
  if (!presetId && !url) return null;
  const preset = presetId ? remotePreset(presetId) : null;
  if (presetId && preset === null) throw notConfigured("preset", "invalid");
  const model = flags.model ?? named("MODEL") ?? "";
  const followed = preset ?? presetOf({ preset: "custom", baseUrl: url ?? "" });
  const address = url || (followed?.baseUrl ?? "");
  const apiKey = keyFrom(flags, environment, address, named);
  const entered = { apiKey, model };
  const parsed = parseRemoteSettings({
    ...(followed === null ? entered : settingsFromPreset(followed, entered)),
    ...(url && { baseUrl: url }),
  });
  if (!parsed.ok) {
    const [first] = parsed.problems;
    throw notConfigured(first?.field ?? "", first?.problem ?? "invalid");
  }
  const price = flags.price ?? named("PRICE");
  return { settings: parsed.settings, price: price ? priceFrom(price, today) : null };
}

type Named = (what: "PRESET" | "URL" | "MODEL" | "KEY" | "PRICE") => string | undefined;

function namedFor(environment: Environment, tier: Tier): Named {
  return (what) => environment[`HOPWISE_${tier === "small" ? "SMALL" : "LARGE"}_${what}`];
}

/** A variable named by a flag serves any address; other keys only their own. */
function keyFrom(
  flags: RemoteFlags,
  environment: Environment,
  address: string,
  named: Named,
): string {
  if (flags.keyVariable !== undefined) {
    const key = environment[flags.keyVariable];
    if (!key) throw notConfigured("keyVariable", "missing");
    return key;
  }
  const general = secretFor(generalKey(named, address), address);
  if (general !== "") return general;
  const provider = presetOf({ preset: "custom", baseUrl: address });
  return provider?.keyVariable ? (environment[provider.keyVariable] ?? "") : "";
}

/** Bound to the environment's address, if there is one. */
function generalKey(named: Named, baseUrl: string): BoundKey | null {
  const secret = named("KEY");
  if (!secret) return null;
  const preset = remotePreset(named("PRESET") ?? "");
  return { origin: originOf((named("URL") || preset?.baseUrl) ?? baseUrl), secret };
}

const amounts = z.array(bounded(priceBounds)).check(z.minLength(2), z.maxLength(3));

function priceFrom(text: string, today: string): Price {
  const parsed = amounts.safeParse(
    text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))),
  );
  const [input, output, cached] = parsed.success ? parsed.data : [];
  if (input === undefined || output === undefined) throw notConfigured("price", "invalid");
  return {
    inputPerMillion: input,
    outputPerMillion: output,
    cachedInputPerMillion: cached ?? null,
    source: "entered by you",
    asOf: today,
    // An explicit 0 means free.
    ...(input === 0 && output === 0 ? { free: true } : {}),
  };
}

function notConfigured(field: string, problem: string): AppError {
  return new AppError("remote-not-configured", { field, problem });
}
