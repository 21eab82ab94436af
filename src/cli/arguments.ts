/** What `npm run ask` takes, and its help. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { AppError } from "../core/errors.ts";
import {
  type RunSettings,
  readerChoice,
  retrievalMode,
  rewriter,
  type Switches,
  switches,
  tier,
  tierChoice,
} from "../core/types.ts";
import type { RemoteFlags } from "../engines/remote-environment.ts";
import { coopLlm } from "../methods/coop-llm.ts";
import { findMethod, methods } from "../methods/registry.ts";

const switchName = z.keyof(switches);

export const help = `Ask a multi-hop question on the command line, with the same core as the page.

  npm run ask -- "question" [options]

Answering
  --library factbook|FILE   the embedded World Factbook (default), or a JSONL corpus with
                            {id, title, text} a line, gzipped or not
  --method ID               ${methods.map((method) => method.id).join(", ")} (default: ${coopLlm.id})
  --preset ID               ${coopLlm.presets.map((preset) => preset.id).join(", ")}
                            (default: searchain-small, or coop-llm when a large model is set)
  --plan small|large|decide         who plans
  --solve small|large               who solves each hop
  --summarise small|large|decide    who writes the answer
  --rewriter NAME           vanilla, keyword, top3, history, soft-prompt, all
  --retrieval NAME          bm25, dense, hybrid
  --k N                     passages read a hop
  --reader encoder|model    who reads the passages for the small model
  --rerank on|off           the encoder chooses the passages among more of them
  --evidence on|off         the encoder reads the question over all evidence as well
  --evidence-threshold F    its answer stands above this confidence, 0 to 1
  --theta F                 the reader overrules an answer above this confidence, 0 to 1
  --rounds N                most rounds of correction
  --switch-off NAME,NAME    departures from the printed algorithm to leave out:
                            ${switchName.options.join(", ")}

Models on this machine
  --small ID|FOLDER         another small language model of models/catalogue.json, or the
                            folder of one that was just built (write a slash in it)
  --encoder ID|FOLDER       another encoder, likewise

Large model (none by default: nothing leaves this machine)
  --large-preset ID         a known provider (openai, anthropic, ollama, …)
  --large-url URL           any OpenAI-compatible endpoint, with its version: https://…/v1
  --large-model NAME
  --large-key-variable NAME the environment variable that holds the key
  --large-price IN,OUT[,CACHED]   US dollars per million tokens
  --cap USD                 stop before one question costs more
  or HOPWISE_LARGE_PRESET, _URL, _MODEL, _KEY, _PRICE in the environment.

Output
  --json                    the whole run log instead of the answer
  --quiet                   no progress on standard error
  --threads N               threads for the small model (default 2)
  --help                    this text
`;

/** For `parseArgs`; shared with the benchmarks, which take the same ones. */
export const askOptions = {
  library: { type: "string", default: "factbook" },
  method: { type: "string", default: coopLlm.id },
  preset: { type: "string" },
  plan: { type: "string" },
  solve: { type: "string" },
  summarise: { type: "string" },
  rewriter: { type: "string" },
  retrieval: { type: "string" },
  k: { type: "string" },
  reader: { type: "string" },
  rerank: { type: "string" },
  evidence: { type: "string" },
  "evidence-threshold": { type: "string" },
  theta: { type: "string" },
  "switch-off": { type: "string" },
  small: { type: "string" },
  encoder: { type: "string" },
  rounds: { type: "string" },
  "large-preset": { type: "string" },
  "large-url": { type: "string" },
  "large-model": { type: "string" },
  "large-key-variable": { type: "string" },
  "large-price": { type: "string" },
  cap: { type: "string" },
  json: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  threads: { type: "string", default: "2" },
  help: { type: "boolean", default: false, short: "h" },
} as const;

/** Which flag was wrong, in words for the terminal. */
export class UsageError extends Error {}

export interface Arguments {
  help: boolean;
  question: string;
  library: string;
  /** Other models than the catalogue's first ones: ids, or folders. */
  small: string | undefined;
  encoder: string | undefined;
  remote: RemoteFlags;
  capUsd: number | null;
  json: boolean;
  quiet: boolean;
  threads: number;
  /** The settings of a run, once it is known whether there is a large model. */
  settings(hasLarge: boolean): RunSettings;
}

const count = z.coerce.number().check(z.int(), z.gte(1), z.lte(64));
const share = z.coerce.number().check(z.gte(0), z.lte(1));
const onOff = z.pipe(
  z.enum(["on", "off"]),
  z.transform((word) => word === "on"),
);
const namedSwitches = z.pipe(
  z.string(),
  z.pipe(
    z.transform((names: string) => names.split(",")),
    z.array(switchName),
  ),
);
const dollars = z.coerce.number().check(z.gte(0));

/** Throws UsageError. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const choose = <T>(flag: keyof typeof askOptions, schema: z.ZodMiniType<T>): T | undefined => {
    const value = values[flag];
    if (value === undefined) return undefined;
    const result = schema.safeParse(value);
    if (!result.success) throw new UsageError(`--${flag} cannot be "${String(value)}".`);
    return result.data;
  };
  const chosen = {
    plan: choose("plan", tierChoice),
    solve: choose("solve", tier),
    summarise: choose("summarise", tierChoice),
    rewriter: choose("rewriter", rewriter),
    reader: choose("reader", readerChoice),
    rerank: choose("rerank", onOff),
    evidence: choose("evidence", onOff),
    evidenceThreshold: choose("evidence-threshold", share),
    confidenceThreshold: choose("theta", share),
    maxRounds: choose("rounds", count),
  };
  const off = choose("switch-off", namedSwitches) ?? [];
  const retrieval = { mode: choose("retrieval", retrievalMode), k: choose("k", count) };
  return {
    help: values.help,
    question: positionals.join(" "),
    library: values.library,
    small: values.small,
    encoder: values.encoder,
    remote: {
      preset: values["large-preset"],
      url: values["large-url"],
      model: values["large-model"],
      keyVariable: values["large-key-variable"],
      price: values["large-price"],
    },
    capUsd: choose("cap", dollars) ?? null,
    json: values.json,
    quiet: values.quiet,
    threads: choose("threads", count) ?? 2,
    settings: (hasLarge) => {
      const base = presetSettings(values.method, values.preset, hasLarge);
      return {
        ...base,
        ...defined(chosen),
        retrieval: { ...base.retrieval, ...defined(retrieval) },
        switches: switchedOff(base.switches, off),
      };
    },
  };
}

/** What `loadSmall` is told. */
export function smallOptions({ small, threads }: Arguments) {
  return small === undefined ? { threads } : { threads, id: small };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: askOptions, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function presetSettings(
  method: string,
  preset: string | undefined,
  hasLarge: boolean,
): RunSettings {
  const wanted = preset ?? (hasLarge ? "coop-llm" : "searchain-small");
  try {
    const found = findMethod(method).presets.find((candidate) => candidate.id === wanted);
    if (found !== undefined) return found.settings;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UsageError(`There is no method "${method}".`);
  }
  throw new UsageError(`There is no preset "${wanted}".`);
}

function switchedOff(all: Switches, off: readonly (keyof Switches)[]): Switches {
  return { ...all, ...Object.fromEntries(off.map((name) => [name, false])) };
}

/** The entries that were given. */
function defined<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
