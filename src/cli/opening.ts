/** Opens what `hopwise serve` and `hopwise mcp` answer with, from the options that they share with `ask`. */
import manifest from "../../package.json";
import { serverFor } from "../node/node-ports.ts";
import { type Hopwise, open } from "../package/hopwise.ts";
import { Prices } from "../package/mcp/prices.ts";
import { ModelServer } from "../package/server.ts";
import { askOptions, readArguments } from "./arguments.ts";
import { tell } from "./print.ts";

export const packageVersion = manifest.version;

const { library, method, vectors, threads, privacy, cap, small, encoder, help: asks } = askOptions;
const ofTier = (tier: "small" | "large") =>
  ({
    [`${tier}-preset`]: { type: "string" },
    [`${tier}-url`]: { type: "string" },
    [`${tier}-model`]: { type: "string" },
    [`${tier}-key-variable`]: { type: "string" },
    [`${tier}-price`]: { type: "string" },
  }) as const;
const shared = { library, method, vectors, threads, privacy, cap, small, encoder, help: asks };

/** For `parseArgs`. */
export const openingOptions = { ...shared, ...ofTier("small"), ...ofTier("large") } as const;

/** Throws UsageError and what `open` throws. */
export async function openGiven(
  argv: readonly string[],
  signal: AbortSignal,
): Promise<{ hopwise: Hopwise; prices: Prices }> {
  const given = readArguments(argv);
  tell("Loading the small models…");
  const small = serverOf("small", given);
  const hopwise = await open({
    library: given.library,
    method: given.method,
    small: small ?? given.small,
    large: serverOf("large", given),
    encoder: given.encoder,
    budget: given.capUsd === null ? undefined : { usd: given.capUsd },
    privacy: given.privacy,
    vectors: given.vectors,
    threads: given.threads,
    signal,
  });
  return { hopwise, prices: new Prices({ smallIsFree: small === undefined }) };
}

function serverOf(tier: "small" | "large", given: Parameters<typeof serverFor>[1]) {
  const found = serverFor(tier, given);
  return found === null ? undefined : new ModelServer(found.settings, found.price);
}
