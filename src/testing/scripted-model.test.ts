import { describe, expect, it } from "vitest";
import type { ChatPart, ChatRequest } from "../runtime/ports.ts";
import { describeEngineContract } from "./engine-contract.ts";
import { scriptedModel } from "./scripted-model.ts";

const request: ChatRequest = {
  messages: [{ role: "user", content: "one two three" }],
  fixedPrefixMessages: 0,
  maxTokens: 20,
  stop: [],
  temperature: 0,
  purpose: "read",
};

function answer({ constraint }: ChatRequest): string {
  if (constraint?.kind === "choice") return constraint.options[0] ?? "";
  if (constraint?.kind === "span") return "near Gdańsk";
  if (constraint?.kind === "grammar") return "[Q]: ab\n[Q]: c\n[A]: é";
  return "whales, squid and the very old turtles";
}

let model = scriptedModel(answer);
describeEngineContract(
  "scripted",
  () => {
    let nowMs = 0;
    model = scriptedModel(answer, { contextTokens: 500, nowMs: () => nowMs++ });
    return Promise.resolve(model);
  },
  {
    constrains: false,
    reusesPrefix: true,
    exactPrefix: true,
    tooManyWords: 600,
    unload: () => model.unload(),
  },
);

async function parts(script: Parameters<typeof scriptedModel>[0]): Promise<ChatPart[]> {
  const seen: ChatPart[] = [];
  for await (const part of scriptedModel(script).generate(request, new AbortController().signal)) {
    seen.push(part);
  }
  return seen;
}

describe("scripted", () => {
  it("counts words as tokens", async () => {
    const end = (await parts(["four five"])).at(-1);
    expect(end).toMatchObject({
      usage: { promptTokens: 4, cachedTokens: 0, generatedTokens: 2 },
      logprobs: [0, 0],
      finish: "stop",
    });
  });

  it("plays a cut stream after the tokens before it", async () => {
    const fault = { code: "remote-stream-cut", afterTokens: 1, retryable: true } as const;
    const seen: string[] = [];
    const stream = scriptedModel([{ text: "a b c", fault }]).generate(
      request,
      new AbortController().signal,
    );
    const play = async () => {
      for await (const part of stream) seen.push(part.type === "delta" ? part.text : "end");
    };
    await expect(play()).rejects.toMatchObject({ code: "remote-stream-cut", retryable: true });
    expect(seen).toEqual(["a"]);
  });

  it("fails when the script is over", async () => {
    await expect(parts([])).rejects.toMatchObject({ code: "generation-failed" });
  });
});
