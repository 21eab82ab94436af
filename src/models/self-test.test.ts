import { describe, expect, it } from "vitest";
import type { ChatModel, ChatRequest } from "../runtime/ports.ts";
import { selfTest } from "./self-test.ts";

function saying(say: (request: ChatRequest) => string): ChatModel {
  return {
    ref: { engine: "fake", model: "m", tier: "small", destination: "device", price: null },
    async *generate(request) {
      yield {
        type: "end",
        text: say(request),
        finish: "stop",
        usage: { promptTokens: 1, cachedTokens: 0, generatedTokens: 1 },
        logprobs: null,
        choiceProbabilities: null,
        constrained: true,
        bytesSent: 0,
        bytesReceived: 0,
        queueMs: 0,
        firstTokenMs: 0,
        totalMs: 0,
      };
    },
  };
}

const { signal } = new AbortController();
const knows = ({ messages }: ChatRequest) =>
  messages[0]?.content.includes("France") === true ? "Paris" : "Earth";

describe("the self-test", () => {
  it("lets a model pass that knows the two answers", async () => {
    await expect(selfTest(saying(knows), signal)).resolves.toBeUndefined();
  });

  it.each([
    ["the same whatever is asked", () => "Paris"],
    [
      "the first option",
      ({ constraint }: ChatRequest) =>
        constraint?.kind === "choice" ? (constraint.options[0] ?? "") : "",
    ],
    ["nothing", () => ""],
  ])("refuses one that says %s, with the reason", async (_what, say) => {
    await expect(selfTest(saying(say), signal)).rejects.toMatchObject({ code: "model-nonsense" });
  });

  it("is no verdict once it was stopped", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const test = selfTest(
      saying(() => ""),
      stopped.signal,
    );
    await expect(test).rejects.toMatchObject({ code: "stopped" });
  });
});
