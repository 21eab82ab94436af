/** Parses the options of `npm run ask`; `help.ts` explains them. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { type Bounds, capBounds, isWithin, settingBounds } from "../log/setting-bounds.ts";
import {
  type PrivacyLevel,
  planChoice,
  privacyLevel,
  type RunSettings,
  readerChoice,
  retrievalMode,
  rewriter,
  type Switches,
  switches,
  type Tier,
  tier,
  tierChoice,
} from "../log/types.ts";
import { firstMethod } from "../methods/index.ts";
import type { RemoteFlags } from "../models/openai-compatible/environment.ts";
import {
  type Configured,
  choosePreset,
  methodById,
  UsageError,
  withSets,
} from "../node/run-settings.ts";
import type { MethodInfo } from "../runtime/method.ts";
import { readPromptsFile } from "./prompts-file.ts";

export { UsageError } from "../node/run-settings.ts";

const switchName = z.keyof(switches);

/** The benchmarks take the same options. */
export const askOptions = {
  library: { type: "string", default: "factbook" },
  method: { type: "string", default: firstMethod.id },
  preset: { type: "string" },
  set: { type: "string", multiple: true },
  tool: { type: "string" },
  "tools-file": { type: "string" },
  "router-file": { type: "string" },
  "policy-file": { type: "string" },
  plan: { type: "string" },
  solve: { type: "string" },
  summarise: { type: "string" },
  rewriter: { type: "string" },
  retrieval: { type: "string" },
  k: { type: "string" },
  vectors: { type: "boolean", default: false },
  reader: { type: "string" },
  rerank: { type: "string" },
  evidence: { type: "string" },
  "evidence-threshold": { type: "string" },
  arithmetic: { type: "string" },
  theta: { type: "string" },
  "switch-off": { type: "string" },
  small: { type: "string" },
  encoder: { type: "string" },
  rounds: { type: "string" },
  "small-preset": { type: "string" },
  "small-url": { type: "string" },
  "small-model": { type: "string" },
  "small-key-variable": { type: "string" },
  "small-price": { type: "string" },
  "large-preset": { type: "string" },
  "large-url": { type: "string" },
  "large-model": { type: "string" },
  "large-key-variable": { type: "string" },
  "large-price": { type: "string" },
  cap: { type: "string" },
  privacy: { type: "string" },
  prompts: { type: "string" },
  json: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  threads: { type: "string", default: "2" },
  help: { type: "boolean", default: false, short: "h" },
} as const;

export interface Arguments {
  help: boolean;
  method: MethodInfo;
  question: string;
  library: string;
  /** Model ids or folders. */
  small: string | undefined;
  encoder: string | undefined;
  /** If `small` names a model, it runs in this process. */
  servers: Record<Tier, RemoteFlags>;
  toolsFile: string | undefined;
  routerFile: string | undefined;
  policyFile: string | undefined;
  capUsd: number | null;
  privacy: PrivacyLevel | undefined;
  /** Computes a corpus's vectors before the first answer. */
  vectors: boolean;
  json: boolean;
  quiet: boolean;
  threads: number;
  /** Throws UsageError. */
  settings(configured: Configured): RunSettings;
}

const count = z.coerce.number().check(z.int(), z.gte(1), z.lte(64));
const within = (bounds: Bounds) =>
  z.coerce.number().check(z.refine((value) => isWithin(value, bounds)));
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
    plan: choose("plan", planChoice),
    solve: choose("solve", tier),
    summarise: choose("summarise", tierChoice),
    rewriter: choose("rewriter", rewriter),
    reader: choose("reader", readerChoice),
    rerank: choose("rerank", onOff),
    evidence: choose("evidence", onOff),
    evidenceThreshold: choose("evidence-threshold", within(settingBounds.evidenceThreshold)),
    arithmetic: choose("arithmetic", onOff),
    confidenceThreshold: choose("theta", within(settingBounds.confidenceThreshold)),
    maxRounds: choose("rounds", within(settingBounds.maxRounds)),
    privacy: choose("privacy", privacyLevel),
    prompts: values.prompts === undefined ? undefined : readPromptsFile(values.prompts),
  };
  const off = choose("switch-off", namedSwitches) ?? [];
  const retrieval = {
    mode: choose("retrieval", retrievalMode),
    k: choose("k", within(settingBounds["retrieval.k"])),
  };
  const method = methodById(values.method);
  const tool = values.tool === undefined ? [] : [`source.tool=${values.tool}`];
  const sets = [...tool.flatMap((set) => ["source.choice=fixed", set]), ...(values.set ?? [])];
  return {
    help: values.help,
    method,
    question: positionals.join(" "),
    library: values.library,
    small: values.small,
    encoder: values.encoder,
    servers: { small: serverFlags(values, "small"), large: serverFlags(values, "large") },
    toolsFile: values["tools-file"],
    routerFile: values["router-file"],
    policyFile: values["policy-file"],
    privacy: chosen.privacy,
    capUsd: choose("cap", within(capBounds)) ?? null,
    vectors: values.vectors,
    json: values.json,
    quiet: values.quiet,
    threads: choose("threads", count) ?? 2,
    settings: (configured) => {
      const base = choosePreset(method, values.preset, configured).settings;
      const flagged = {
        ...base,
        ...defined(chosen),
        retrieval: { ...base.retrieval, ...defined(retrieval) },
        switches: switchedOff(base.switches, off),
      };
      return withSets(flagged, sets, configured);
    },
  };
}

type Values = ReturnType<typeof parsed>["values"];

function serverFlags(values: Values, tier: Tier): RemoteFlags {
  const flags = {
    preset: values[`${tier}-preset`],
    url: values[`${tier}-url`],
    model: values[`${tier}-model`],
    keyVariable: values[`${tier}-key-variable`],
    price: values[`${tier}-price`],
  };
  const isGiven = Object.values(flags).some((value) => value !== undefined);
  if (tier === "small" && isGiven && values.small !== undefined) {
    throw new UsageError("Give --small for a model in this process, or --small-… for a server's.");
  }
  return flags;
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: askOptions, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function switchedOff(all: Switches, off: readonly (keyof Switches)[]): Switches {
  return { ...all, ...Object.fromEntries(off.map((name) => [name, false])) };
}

function defined<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
