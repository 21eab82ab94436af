/**
 * FAKE, written by hand, with every verdict, both tiers, a Decision, a parse failure, ghosts and
 * citations.
 */

import { moneyOf } from "../log/cost.ts";
import type { RunEvent } from "../log/events.ts";
import { logVersion } from "../log/events.ts";
import type { ModelRef, Purpose, ScoredPassage, Stage, Usage } from "../log/types.ts";
import { defaultSettings } from "../methods/coop-llm/presets.ts";

export const fakeQuestion =
  "What is the currency of the country whose capital is Nouakchott, and when did it become independent?";

export const fakeSmall: ModelRef = {
  engine: "transformers",
  model: "fake-small-135m",
  tier: "small",
  destination: "device",
  price: null,
};

export const fakeLarge: ModelRef = {
  engine: "remote",
  model: "fake-large",
  tier: "large",
  destination: "https://models.example",
  price: {
    inputPerMillion: 0.4,
    outputPerMillion: 1.6,
    cachedInputPerMillion: 0.1,
    source: "a fake table",
    asOf: "2026-09-23",
  },
};

type Body = RunEvent extends infer E
  ? E extends RunEvent
    ? Omit<E, "seq" | "atMs">
    : never
  : never;

interface FakeCall {
  stage: Stage;
  purpose: Purpose;
  node?: string;
  model: ModelRef;
  prompt: string;
  output: string;
  usage: Usage;
  totalMs: number;
  logprob?: number;
}

export class FakeLog {
  readonly events: RunEvent[] = [];
  #atMs = 0;
  #calls = 0;

  add(body: Body, afterMs = 8): void {
    this.#atMs += afterMs;
    this.events.push({ ...body, seq: this.events.length, atMs: this.#atMs } as RunEvent);
  }

  start(question: string, large: ModelRef | null = fakeLarge): void {
    this.add({
      type: "run-start",
      version: logVersion,
      runId: "fake-run",
      startedAtEpochMs: Date.UTC(2026, 10, 21, 8),
      question,
      settings: defaultSettings,
      small: fakeSmall,
      large,
      library: {
        id: "factbook",
        title: "The World Factbook",
        edition: "a fake edition",
        passages: 5119,
        visibility: "public" as const,
      },
      continues: null,
    });
  }

  call(call: FakeCall): string {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    const { stage, purpose, node = null, model, prompt, output, usage, totalMs } = call;
    const remote = model.tier === "large";
    this.add({
      type: "call-start",
      call: id,
      stage,
      purpose,
      node,
      model,
      messages: [
        { role: "system", content: "FAKE. You break a question into simple search queries." },
        { role: "user", content: prompt },
      ],
      assistantPrefix: "",
      constraint: purpose === "read" ? "span" : null,
      maxTokens: 60,
    });
    for (const piece of output.match(/\S+\s*/gu) ?? []) {
      this.add({ type: "call-delta", call: id, text: piece }, totalMs / 12);
    }
    this.add({
      type: "call-end",
      call: id,
      output,
      finish: "stop",
      usage,
      cost: moneyOf(usage, model.price, remote ? "billed" : "local"),
      meanLogprob: remote ? null : (call.logprob ?? -0.3),
      constrained: purpose === "read",
      bytesSent: remote ? prompt.length + 940 : 0,
      bytesReceived: remote ? output.length * 9 : 0,
      queueMs: 0,
      firstTokenMs: totalMs * 0.4,
      totalMs,
    });
    return id;
  }
}

export function fakePassage(
  id: string,
  title: string,
  text: string,
  score: number,
  rank: number,
): ScoredPassage {
  return { id, title, text, score, bm25Rank: rank, denseRank: rank + 1 };
}
