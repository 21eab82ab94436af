import type { ChatCompletionChunk, ChatCompletionRequestStreaming } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { grammarAutomaton } from "../constraint/grammar.ts";
import { satisfies } from "../constraint/session.ts";
import type { GpuProbe, Resources } from "../device.ts";
import { webLlmError } from "./errors.ts";
import { type MlcEngineLike, WebLlmModel } from "./model.ts";
import {
  catalogueModelOf,
  needsF16,
  recordFor,
  usableRecords,
  type WebLlmRecord,
} from "./models.ts";
import { responseFormat, toWebLlm } from "./request.ts";
import { progressOf } from "./worker.ts";

const never = new AbortController().signal;
const request: ChatRequest = {
  messages: [{ role: "user", content: "a b c" }],
  fixedPrefixMessages: 0,
  maxTokens: 10,
  stop: [],
  temperature: 0,
  purpose: "read",
};

function record(id: string, changes: Partial<WebLlmRecord> = {}): WebLlmRecord {
  return { model: `https://hub/${id}`, model_id: id, model_lib: "https://lib/x.wasm", ...changes };
}

describe("which models a device can run", () => {
  const gpu: GpuProbe = {
    usable: true,
    fallback: false,
    f16: false,
    limits: { maxBufferBytes: 2 ** 30, maxStorageBufferBytes: 2 ** 28 },
    description: "",
  };
  const resources: Resources = { memoryGB: 4, freeStorageBytes: null, processors: 4 };
  const ids = (records: WebLlmRecord[], probe: GpuProbe = gpu) =>
    usableRecords(records, probe, resources).map((one) => one.model_id);

  it("infers 16-bit floats from the id when the entry does not declare them", () => {
    expect(needsF16(record("Qwen3-0.6B-q4f16_1-MLC"))).toBe(true);
    expect(needsF16(record("Qwen3-0.6B-q0f16-MLC"))).toBe(true);
    expect(needsF16(record("Qwen3-0.6B-q4f32_1-MLC"))).toBe(false);
    expect(needsF16(record("x", { required_features: ["shader-f16"] }))).toBe(true);
  });

  it("leaves out what it lacks features, buffers or memory for, and models that do not chat", () => {
    const records = [
      record("big-q4f32_1", { vram_required_MB: 8000 }),
      record("b-q4f32_1", { vram_required_MB: 900 }),
      record("a-q4f32_1", { vram_required_MB: 400 }),
      record("half-q4f16_1", { vram_required_MB: 300 }),
      record("wide-q4f32_1", { buffer_size_required_bytes: 2 ** 29 }),
      record("embeds-q0f32", { model_type: 1 }),
    ];
    expect(ids(records)).toEqual(["a-q4f32_1", "b-q4f32_1"]);
    expect(ids(records, { ...gpu, f16: true })).toEqual(["half-q4f16_1", "a-q4f32_1", "b-q4f32_1"]);
  });

  it("reads the library's own list", async () => {
    const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
    const usable = usableRecords(prebuiltAppConfig.model_list, gpu, resources);
    expect(usable.length).toBeGreaterThan(10);
    expect(usable.every((one) => !needsF16(one))).toBe(true);
    const [smallest] = usable;
    if (smallest === undefined) throw new Error("a model");
    const model = catalogueModelOf(smallest);
    expect(recordFor(model, usable)).toBe(smallest);
    expect(() => recordFor({ ...model, id: "x", hub: "x" }, usable)).toThrow("model-unknown");
  });
});

describe("requests", () => {
  it("asks for greedy without losing the log-probabilities", () => {
    expect(toWebLlm(request)).toMatchObject({ temperature: 1, top_p: 1e-5, top_logprobs: 5 });
    expect(toWebLlm({ ...request, temperature: 0.7 })).toMatchObject({
      temperature: 0.7,
      top_p: 1,
    });
    expect(toWebLlm(request)).not.toHaveProperty("response_format");
  });

  function grammarOf(changes: Partial<ChatRequest>): string {
    return responseFormat({ ...request, ...changes })?.grammar ?? "";
  }

  it.each([
    [
      { constraint: { kind: "choice", options: ['a "b"', "line\nbreak"] } },
      ['a "b"', "line\nbreak"],
      ["a"],
    ],
    [
      {
        assistantPrefix: "Answer:",
        constraint: {
          kind: "span",
          texts: ["born in Warsaw, Poland", "Łódź"],
          alternatives: ["none"],
          maxWords: 2,
        },
      },
      ["Answer: Warsaw, Poland", "Answer:born in", "Answer: Łódź", "Answer:none"],
      ["Answer: born in Warsaw", "Warsaw", "Answer:"],
    ],
    [
      {
        assistantPrefix: "Plan\n",
        constraint: {
          kind: "grammar",
          grammar: 'root ::= "root" item | "x" root # root\nitem ::= [root]',
        },
      },
      ["Plan\nroott", "Plan\nxroott"],
      ["roott", "Plan\nanswer"],
    ],
    [{ assistantPrefix: "So: " }, ["So: anything\nat all", "So: "], ["anything"]],
  ] as [Partial<ChatRequest>, string[], string[]][])("%j as a grammar", (changes, good, bad) => {
    const constraint = { kind: "grammar", grammar: grammarOf(changes) } as const;
    expect(() => grammarAutomaton(constraint.grammar)).not.toThrow();
    for (const text of good) expect([text, satisfies(constraint, text)]).toEqual([text, true]);
    for (const text of bad) expect([text, satisfies(constraint, text)]).toEqual([text, false]);
  });
});

type Token = { text: string; logprob?: number; rivals?: Record<string, number> };

/** FAKE, since the library's compiled models are not available here. */
class FakeMlcEngine implements MlcEngineLike {
  readonly #tokens: readonly Token[];
  asked: ChatCompletionRequestStreaming | null = null;
  interrupted = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  chatCompletion(asked: ChatCompletionRequestStreaming) {
    this.asked = asked;
    return Promise.resolve(this.#chunks());
  }

  async *#chunks(): AsyncGenerator<ChatCompletionChunk> {
    let sent = 0;
    for (const token of this.#tokens) {
      if (this.interrupted) break;
      sent += 1;
      yield chunk({ token });
    }
    yield chunk({ finish: this.interrupted ? "abort" : "stop" });
    yield { ...chunk({}), choices: [], usage: usageOf(7, sent) };
  }

  resetChat() {
    return Promise.resolve();
  }
  interruptGenerate() {
    this.interrupted = true;
  }
  unload() {
    return Promise.resolve();
  }
}

function usageOf(prompt: number, completion: number): NonNullable<ChatCompletionChunk["usage"]> {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    extra: {
      e2e_latency_s: 0,
      prefill_tokens_per_s: 0,
      decode_tokens_per_s: 0,
      time_to_first_token_s: 0,
      time_per_output_token_s: 0,
    },
  };
}

function chunk({
  token,
  finish,
}: {
  token?: Token;
  finish?: "stop" | "abort";
}): ChatCompletionChunk {
  const bytes = (text: string) => [...new TextEncoder().encode(text)];
  const told = (text: string, logprob: number) => ({ token: text, bytes: bytes(text), logprob });
  const rivals = Object.entries(token?.rivals ?? {});
  return {
    id: "1",
    created: 0,
    model: "fake",
    object: "chat.completion.chunk",
    choices: [
      {
        index: 0,
        finish_reason: finish ?? null,
        delta: { content: token?.text ?? "" },
        logprobs:
          token === undefined
            ? null
            : {
                content: [
                  {
                    ...told(token.text, token.logprob ?? -0.5),
                    top_logprobs: rivals.map(([text, p]) => told(text, Math.log(p))),
                  },
                ],
              },
      },
    ],
  };
}

async function call(tokens: readonly Token[], changes: Partial<ChatRequest> = {}) {
  const engine = new FakeMlcEngine(tokens);
  const deltas: string[] = [];
  const model = new WebLlmModel(engine, () => 0);
  const end: ChatEnd = await model.call(
    { ...request, ...changes },
    (text) => deltas.push(text),
    never,
  );
  expect(deltas.join("")).toBe(end.text);
  return { end, engine };
}

describe("WebLlmModel", () => {
  it("tells text, usage and log-probabilities", async () => {
    const { end } = await call([{ text: "one " }, { text: "two", logprob: -1 }]);
    expect(end).toMatchObject({
      text: "one two",
      finish: "stop",
      logprobs: [-0.5, -1],
      tokens: ["one ", "two"],
      usage: { promptTokens: 7, cachedTokens: 0, generatedTokens: 2 },
      constrained: false,
    });
  });

  it("stops at a stop string and still reads what was used", async () => {
    const { end, engine } = await call([{ text: "a\n" }, { text: "b" }, { text: "c" }], {
      stop: ["\nb"],
    });
    expect(end).toMatchObject({ text: "a", finish: "stop" });
    expect(end.usage.generatedTokens).toBe(2);
    expect(engine.interrupted).toBe(true);
  });

  it("cuts the forced beginning off and reads the choice where it is made", async () => {
    const { end } = await call(
      [
        { text: "Answer", rivals: { Answer: 1 } },
        { text: ":", rivals: { ":": 1 } },
        { text: " yes", rivals: { " yes": 0.75, " no": 0.25 } },
      ],
      { assistantPrefix: "Answer:", constraint: { kind: "choice", options: ["yes", "no"] } },
    );
    expect(end).toMatchObject({ text: "yes", constrained: true, logprobs: null });
    expect(end.choiceProbabilities?.["yes"]).toBeCloseTo(0.75);
  });

  it("ends as stopped when aborted", async () => {
    const engine = new FakeMlcEngine([{ text: "a" }, { text: "b" }, { text: "c" }]);
    const controller = new AbortController();
    const end = await new WebLlmModel(engine, () => 0).call(
      request,
      () => controller.abort(),
      controller.signal,
    );
    expect(end).toMatchObject({ text: "a", finish: "stopped" });
  });
});

describe("progress", () => {
  it("reads phases and bytes out of the library's sentences", () => {
    const text = "Fetching param cache[3/9]: 12MB fetched. 25% completed, 2 secs elapsed.";
    expect(progressOf({ text, progress: 0.25, timeElapsed: 2 }, 400)).toEqual({
      phase: "downloading",
      loadedBytes: 100,
      totalBytes: 400,
      bytesPerSecond: 50,
    });
    const shaders = { text: "Loading GPU shader modules[1/9]: 11%", progress: 0.1, timeElapsed: 3 };
    expect(progressOf(shaders, 0)).toMatchObject({ phase: "compiling", totalBytes: null });
  });
});

describe("errors", () => {
  it.each([
    ["ModelNotFoundError: Cannot find model record in appConfig", "model-unknown"],
    ["TypeError: Failed to execute 'add' on 'Cache': Request failed", "download-failed"],
    ["CompileError: WebAssembly.instantiate(): expected magic word", "model-load-failed"],
    ["ExitStatus: Program terminated with exit(1)", "integrity-failed"],
    ["DeviceLostError: The WebGPU device was lost", "device-lost"],
    [
      "ShaderF16SupportError: This model requires WebGPU extension shader-f16",
      "webgpu-f16-missing",
    ],
    ["ContextWindowSizeExceededError: Prompt tokens exceed", "context-too-long"],
    ["QuotaExceededError: quota", "quota-exceeded"],
    ["Error: Cannot find adapter that matches the request", "webgpu-no-adapter"],
    ["something new", "model-load-failed"],
  ])("the string %j is %s", (text, code) => {
    expect(webLlmError(text, "model-load-failed").code).toBe(code);
  });

  it("reads classes as well as strings", () => {
    const named = Object.assign(new Error("x"), { name: "IntegrityError" });
    expect(webLlmError(named, "internal")).toMatchObject({
      code: "integrity-failed",
      retryable: true,
    });
    expect(webLlmError({ name: "ExitStatus", message: "exit" }, "internal").code).toBe(
      "integrity-failed",
    );
  });
});
