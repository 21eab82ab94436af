/**
 * Tests the engine against a real server, with about forty short calls: `npm run bench --
 * verify-remote --url http://127.0.0.1:8080/v1 --model NAME [--preset llama-cpp] [--key-variable
 * NAME] [--context-words 3000]`.
 */
import { parseArgs } from "node:util";
import { toAppError } from "../../src/log/errors.ts";
import { mostPromptTokens } from "../../src/models/budget/spending-cap.ts";
import { testConnection } from "../../src/models/openai-compatible/connection-test.ts";
import { remoteFromEnvironment } from "../../src/models/openai-compatible/environment.ts";
import { createRemoteModel } from "../../src/models/openai-compatible/remote.ts";
import type { RemoteSettings } from "../../src/models/openai-compatible/settings.ts";
import type { ChatEnd, ChatModel, ChatRequest } from "../../src/runtime/ports.ts";
import { contractCases } from "../../src/testing/engine-contract-cases.ts";

interface Row {
  check: string;
  result: string;
  note: string;
}

const never = new AbortController().signal;

function settingsFromArguments(): { settings: RemoteSettings; contextWords: number | null } {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      model: { type: "string" },
      preset: { type: "string" },
      "key-variable": { type: "string" },
      "context-words": { type: "string" },
    },
  });
  const { url, model, preset } = values;
  const flags = { url, model, preset, keyVariable: values["key-variable"] };
  const found = remoteFromEnvironment(flags, process.env, new Date().toISOString().slice(0, 10));
  if (found === null) throw new Error("give --url or --preset, and --model");
  const words = values["context-words"];
  return { settings: found.settings, contextWords: words === undefined ? null : Number(words) };
}

async function main(): Promise<void> {
  const { settings, contextWords } = settingsFromArguments();
  const rows: Row[] = [];
  rows.push(await connection("connection test", settings, "ok"));
  rows.push(await connection("wrong path", { ...settings, baseUrl: `${settings.baseUrl}/wrong` }));
  rows.push(await connection("wrong key", { ...settings, apiKey: "wrong-key" }));
  rows.push(await connection("nobody there", { ...settings, baseUrl: "http://127.0.0.1:9/v1" }));
  const model = createRemoteModel(settings);
  rows.push(await counts(settings));
  rows.push(...(await contract(model, contextWords)));
  console.table(rows);
  if (rows.some(({ result }) => result === "FAILED")) process.exitCode = 1;
}

async function connection(check: string, settings: RemoteSettings, due?: string): Promise<Row> {
  const report = await testConnection(settings, never);
  const result = report.ok ? "ok" : report.error.code;
  const models = report.models === null ? "no model list" : `${report.models.length} models`;
  const better = report.ok ? null : report.suggestedBaseUrl;
  return {
    check,
    result: due !== undefined && due !== result ? "FAILED" : result,
    note: `${models}; ${report.url}${better === null ? "" : `; try ${better}`}`,
  };
}

async function contract(model: ChatModel, tooManyWords: number | null): Promise<Row[]> {
  const options = {
    constrains: false,
    reusesPrefix: false,
    exactPrefix: false,
    tooManyWords,
    unload: null,
  };
  const rows: Row[] = [];
  for (const { name, run } of contractCases) {
    try {
      await run(model, options);
      rows.push({ check: name, result: "ok", note: "" });
    } catch (thrown) {
      rows.push({ check: name, result: "FAILED", note: toAppError(thrown).message + note(thrown) });
    }
  }
  return rows;
}

function note(thrown: unknown): string {
  return thrown instanceof Error ? ` ${thrown.message.slice(0, 200)}` : "";
}

const request: ChatRequest = {
  messages: [
    { role: "system", content: "Answer briefly." },
    { role: "user", content: "Why is the sky blue? ¿Por qué? 空はなぜ青いのですか？" },
  ],
  fixedPrefixMessages: 1,
  maxTokens: 32,
  stop: [],
  temperature: 0,
  purpose: "summarise",
};

/** The counts on the wire are read independently. */
async function counts(settings: RemoteSettings): Promise<Row> {
  let sent = 0;
  let wire: Promise<string> = Promise.resolve("");
  const model = createRemoteModel(settings, {
    fetch: async (url, init) => {
      sent += Buffer.byteLength(String(init?.body ?? ""));
      const response = await fetch(url, init);
      wire = response.clone().text();
      return response;
    },
  });
  let end: ChatEnd | null = null;
  for await (const part of model.generate(request, never)) if (part.type === "end") end = part;
  if (end === null) return { check: "counts", result: "FAILED", note: "no end" };
  const { promptTokens, cachedTokens, generatedTokens } = end.usage;
  const body = await wire;
  const told = (field: string) => Number(new RegExp(`"${field}":\\s*(\\d+)`).exec(body)?.[1]);
  const same =
    end.bytesSent === sent &&
    end.bytesReceived === Buffer.byteLength(body) &&
    (promptTokens === null || promptTokens === told("prompt_tokens")) &&
    (generatedTokens === null || generatedTokens === told("completion_tokens"));
  const bound = mostPromptTokens(request);
  return {
    check: "bytes and tokens as on the wire; prompt within its bound",
    result: same && (promptTokens ?? 0) <= bound ? "ok" : "FAILED",
    note:
      `${sent} bytes sent, ${end.bytesReceived} received; ${promptTokens} prompt tokens ` +
      `(bound ${bound}), ${cachedTokens} cached, ${generatedTokens} generated; ` +
      `first after ${end.firstTokenMs?.toFixed(0)} ms, all ${end.totalMs.toFixed(0)} ms`,
  };
}

await main();
