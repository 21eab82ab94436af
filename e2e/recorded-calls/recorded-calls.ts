/**
 * Recorded calls of the language model. Loading it takes seconds and answering takes both cores, so
 * most journeys replay its answers. A call with another prompt, other settings or other weights
 * goes to the model itself.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { build } from "vite";
import type { ChatEnd } from "../../src/runtime/ports.ts";
import { type Asked, pageFunctions, type RecordedEnd } from "./protocol.ts";

const fixture = "e2e/recorded-calls/calls.json.gz";

/** Playwright empties the folder above it before each run. */
const unrecorded = "test-results/unrecorded-calls";

type Calls = Record<string, RecordedEnd>;

function readCalls(): Calls {
  return existsSync(fixture) ? JSON.parse(gunzipSync(readFileSync(fixture)).toString()) : {};
}

function keyOf(asked: Asked): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 24);
}

/** Six digits are more than any figure shows. */
const short = (value: number) => Number(value.toPrecision(6));

function recordedEnd(end: ChatEnd): RecordedEnd {
  const { text, finish, usage, logprobs, tokens, choiceProbabilities, constrained } = end;
  return {
    text,
    finish,
    usage,
    logprobs: logprobs?.map(short) ?? null,
    ...(tokens === undefined ? {} : { tokens }),
    choiceProbabilities:
      choiceProbabilities === null
        ? null
        : Object.fromEntries(
            Object.entries(choiceProbabilities).map(([option, p]) => [option, short(p)]),
          ),
    constrained,
  };
}

/** Milliseconds per token; long enough for a journey to see the stream. */
const usualPieceMs = 4;

const slowed = new WeakMap<Page, number>();

export function slowRecordedCalls(page: Page, pieceMs: number): () => void {
  slowed.set(page, pieceMs);
  return () => slowed.delete(page);
}

export class RecordedModel {
  readonly #script: string;
  readonly #calls: Calls;

  private constructor(script: string, calls: Calls) {
    this.#script = script;
    this.#calls = calls;
  }

  static async open(): Promise<RecordedModel> {
    return new RecordedModel(await pageScript(), readCalls());
  }

  async standIn(context: BrowserContext): Promise<void> {
    await context.exposeBinding(pageFunctions.recorded, ({ page }, asked: Asked) => {
      const end = this.#calls[keyOf(asked)];
      return end === undefined ? null : { end, pieceMs: slowed.get(page) ?? usualPieceMs };
    });
    await context.exposeBinding(pageFunctions.unrecorded, (_source, asked: Asked, end: ChatEnd) => {
      const key = keyOf(asked);
      this.#calls[key] = recordedEnd(end);
      mkdirSync(unrecorded, { recursive: true });
      const line = `${JSON.stringify([key, this.#calls[key]])}\n`;
      appendFileSync(join(unrecorded, `${process.pid}.jsonl`), line);
    });
    await context.addInitScript({ content: this.#script });
  }
}

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: { entry: "e2e/recorded-calls/stand-in.ts", formats: ["iife"], name: "standIn" },
    },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const code = outputs.map((one) => (one.type === "chunk" ? one.code : "")).join("");
  if (code === "") throw new Error("the stand-in for the model's worker could not be built");
  return code;
}

/** Runs once, after the last journey. */
export default function keepUnrecorded(): void {
  if (!existsSync(unrecorded)) return;
  const found = readdirSync(unrecorded)
    .flatMap((file) => readFileSync(join(unrecorded, file), "utf8").trim().split("\n"))
    .map((line): [string, RecordedEnd] => JSON.parse(line));
  const calls = { ...Object.fromEntries(found), ...readCalls() };
  const count = new Set(found.map(([key]) => key)).size;
  if (process.env["HOPWISE_RECORD"] === undefined) {
    console.log(
      `${count} calls of the language model were not recorded, so it was loaded for them; HOPWISE_RECORD=1 records them.`,
    );
    return;
  }
  const sorted = Object.entries(calls).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([key, end]) => `${JSON.stringify(key)}:${JSON.stringify(end)}`);
  writeFileSync(fixture, gzipSync(`{${lines.join(",\n")}}\n`, { level: 9 }));
  console.log(`Recorded ${count} calls of the language model; ${sorted.length} in all.`);
}
