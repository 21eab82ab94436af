/** Each fixture's name or first line says whether it was recorded or written from documentation. */
import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../../runtime/ports.ts";
import { collect, failure, played } from "../../testing/engines/remote/played.ts";
import type { Play } from "../../testing/engines/remote/replay.ts";

const inJson: Partial<ChatRequest> = {
  constraint: {
    kind: "json",
    name: "reading",
    shape: { type: "object", properties: { answer: { type: "string" } } },
    begin: '{"answer": "',
  },
  logprobs: true,
};

const handmade = (name: string): Play => ({ file: `handmade.${name}` });
const recorded = (name: string): Play => ({ file: `recorded.llama-server.${name}` });

interface Row {
  server: string;
  preset: string;
  baseUrl: string;
  plays: readonly Play[];
  text?: string;
  usage: readonly [number, number | null, number];
  logprobs: boolean;
  jsonSchema?: boolean;
}

const rows: readonly Row[] = [
  {
    server: "llama.cpp (recorded)",
    preset: "llama-cpp",
    baseUrl: "http://localhost:8080/v1",
    plays: [recorded("json-schema.200.sse.txt")],
    text: '{\n  "answer": "Paris"\n}',
    usage: [23, 0, 14],
    logprobs: true,
  },
  {
    server: "Ollama",
    preset: "ollama",
    baseUrl: "http://localhost:11434/v1",
    plays: [handmade("ollama.json-schema.200.sse.txt")],
    usage: [26, null, 8],
    logprobs: true,
  },
  {
    server: "LM Studio",
    preset: "lm-studio",
    baseUrl: "http://localhost:1234/v1",
    plays: [handmade("lm-studio.json-schema.200.sse.txt")],
    usage: [26, null, 8],
    logprobs: false,
  },
  {
    server: "vLLM",
    preset: "vllm",
    baseUrl: "http://localhost:8000/v1",
    plays: [handmade("vllm.json-schema.200.sse.txt")],
    usage: [26, null, 8],
    logprobs: true,
  },
  {
    server: "vLLM without probabilities",
    preset: "vllm",
    baseUrl: "http://localhost:8000/v1",
    plays: [handmade("vllm.logprobs.400.json"), handmade("lm-studio.json-schema.200.sse.txt")],
    usage: [26, null, 8],
    logprobs: false,
  },
  {
    server: "OpenAI",
    preset: "openai",
    baseUrl: "https://api.openai.com/v1",
    plays: [handmade("openai.json-schema.200.sse.txt")],
    usage: [26, 0, 8],
    logprobs: true,
  },
  {
    server: "Groq",
    preset: "groq",
    baseUrl: "https://api.groq.com/openai/v1",
    plays: [handmade("groq.logprobs.400.json"), handmade("groq.json-schema.200.sse.txt")],
    usage: [26, null, 8],
    logprobs: false,
  },
  {
    server: "Groq, a model without schemas",
    preset: "groq",
    baseUrl: "https://api.groq.com/openai/v1",
    plays: [
      handmade("groq.logprobs.400.json"),
      handmade("groq.json-schema-model.400.json"),
      handmade("groq.json-schema.200.sse.txt"),
    ],
    usage: [26, null, 8],
    logprobs: false,
    jsonSchema: false,
  },
];

describe.each(rows)("$server", (row) => {
  const { preset, baseUrl, plays, usage, logprobs, jsonSchema = true } = row;
  const text = row.text ?? '{"answer": "Paris"}';
  const at = { preset, baseUrl };

  it("is read whole, in pieces of any size", async () => {
    for (const pieceBytes of [0, 1, 7, 333]) {
      const { model, asked } = played(
        plays.map((play) => ({ ...play, pieceBytes })),
        at,
      );
      const { deltas, end } = await collect(model, inJson);
      const [promptTokens, cachedTokens, generatedTokens] = usage;
      expect(end).toMatchObject({
        text,
        finish: "stop",
        constrained: true,
        usage: { promptTokens, cachedTokens, generatedTokens },
      });
      expect(deltas.join("")).toBe(text);
      expect(end.logprobs !== null).toBe(logprobs);
      if (logprobs) expect(end.tokens).toHaveLength(end.logprobs?.length ?? 0);
      expect(asked).toHaveLength(plays.length);
      expect(model.abilities?.()).toEqual({ jsonSchema, logprobs });
    }
  });

  it("is asked in the form it was found to take, from then on", async () => {
    const { model, asked } = played([...plays, ...plays.slice(-1)], at);
    await collect(model, inJson);
    await collect(model, inJson);
    expect(asked).toHaveLength(plays.length + 1);
    const [last, before] = [asked.at(-1)?.body, asked.at(-2)?.body];
    expect(last).toEqual(before);
    const kept = plays.length > 1 ? ["logprobs" in (last ?? {}), logprobs] : [logprobs, logprobs];
    expect(kept[0]).toBe(kept[1]);
  });
});

describe("llama.cpp", () => {
  const local = { preset: "llama-cpp", baseUrl: "http://localhost:8080/v1" };

  it("tells what it thought of a choice, behind the mark of a block that its text does not have", async () => {
    const constraint = { kind: "choice", options: ["yes", "no"] } as const;
    // No preset allows a grammar at a custom address.
    const { model } = played([recorded("choice-json.200.sse.txt")]);
    const { end } = await collect(model, { constraint });
    expect(end).toMatchObject({ text: "yes", constrained: true });
    expect(end.choiceProbabilities?.["yes"]).toBeGreaterThan(0.5);
  });

  it("is asked for other schemas after one that it cannot read", async () => {
    const { model, asked } = played(
      [recorded("bad-schema.400.json"), recorded("json-schema.200.sse.txt")],
      local,
    );
    await collect(model, inJson);
    await collect(model, inJson);
    expect(asked.map(({ body }) => [body["response_format"], "logprobs" in body])).toMatchObject([
      [{ type: "json_schema" }, true],
      [{ type: "json_object" }, true],
      [{ type: "json_schema" }, true],
    ]);
  });
});

it.each([
  ["ollama", "ollama.model.404.json"],
  ["lm-studio", "lm-studio.model.400.json"],
  ["lm-studio", "lm-studio.none-loaded.400.json"],
  ["vllm", "vllm.model.404.json"],
  ["openai", "openai.model-not-found.404.json"],
])("%s: a model that is not there is told as that (%s)", async (preset, file) => {
  const { model, asked } = played([handmade(file)], { preset });
  expect(await failure(model, inJson)).toMatchObject({ code: "remote-model-unknown" });
  expect(asked).toHaveLength(1);
});
