import type { ChatMessage } from "../../src/log/types.ts";
import { claimsPrompt } from "../../src/methods/skills.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { ModelChoice } from "../harness/bench.ts";
import type { BenchOptions } from "./section.ts";
import { figure } from "./table.ts";

export interface Workload {
  title: string;
  choice: ModelChoice;
  messages: ChatMessage[];
  decodeTokens: number;
  loads: number;
  rounds: number;
  /** False if its prompt is too long for a slow adapter. */
  keepsPrefix: boolean;
}

/** About 230 tokens, as a reader gets. */
export const text =
  "Estonia lies in Eastern Europe, bordering the Baltic Sea and the Gulf of Finland, between Latvia and Russia. " +
  "Its area is 45,228 sq km in all: 42,388 sq km of land and 2,840 sq km of water, and it includes 1,520 islands " +
  "in the Baltic Sea. Its land boundaries are 657 km long in all, with Latvia 333 km and Russia 324 km. Its " +
  "coastline is 3,794 km long. Latvia lies in Eastern Europe, bordering the Baltic Sea, between Estonia and " +
  "Lithuania. Its area is 64,589 sq km in all: 62,249 sq km of land and 2,340 sq km of water. Its land boundaries " +
  "are 1,370 km long in all, with Belarus 161 km, Estonia 333 km, Lithuania 544 km and Russia 332 km. Its " +
  "coastline is 498 km long. ";

/** 270 tokens, with a task that no model ends early. */
export const longPrompt = claimsPrompt(
  "Where do Estonia and Latvia lie, and how long are their borders?",
  text,
);

/** For example "33 tokens": few say little about speed. */
export function decoded(generated: number, { decodeTokens }: Workload): string {
  return `${generated} tokens${generated <= decodeTokens ? `, ended before ${decodeTokens + 1}` : ""}`;
}

export function smallOnWasm(model: CatalogueModel, options: BenchOptions): Workload {
  const { title, bytes } = model;
  const { threads, rounds } = options;
  const size = `${figure(bytes / 1e6)} MB`;
  return {
    title: `${title} (${size}), WebAssembly, ${threads} thread${threads === 1 ? "" : "s"}`,
    choice: { model, device: "wasm", threads },
    messages: [...longPrompt.messages],
    decodeTokens: 32,
    loads: 3,
    rounds,
    keepsPrefix: true,
  };
}
