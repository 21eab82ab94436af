/** Finds the cause behind a browser's generic network error. */
import * as z from "zod/mini";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { Usage } from "../../log/types.ts";
import type { ChatModel, ChatRequest, ModelAbilities, StopSignal } from "../../runtime/ports.ts";
import { boundedText } from "./body.ts";
import { modelListBytes } from "./limits.ts";
import { type Reach, reachOf } from "./reach.ts";
import { createRemoteModel, type RemoteOptions } from "./remote.ts";
import type { RemoteSettings } from "./settings.ts";
import { chatUrl, type Fetch, ownHeaders } from "./transport.ts";
import { orAbort } from "./waiting.ts";

export interface ConnectionReport {
  url: string;
  /** Sorted ids from `/models`; null without a list. */
  models: readonly string[] | null;
  listed: boolean | null;
}

export interface ConnectionWorks extends ConnectionReport {
  ok: true;
  usage: Usage;
  firstTokenMs: number | null;
  totalMs: number;
  abilities: ModelAbilities;
}

export interface ConnectionFails extends ConnectionReport {
  ok: false;
  error: ErrorData;
  /** Null where the browser hides the cause. */
  reach: Reach | null;
  /** A similar base URL under which models were found. */
  suggestedBaseUrl: string | null;
}

export type ConnectionTest = ConnectionWorks | ConnectionFails;

export interface TestOptions extends RemoteOptions {
  /** Absent: no cap. */
  cap?: (model: ChatModel) => ChatModel;
}

/**
 * Lists models, then requests one token as JSON with log-probabilities, at the model's price.
 * Throws only `stopped`.
 */
export async function testConnection(
  settings: RemoteSettings,
  signal: StopSignal,
  options: TestOptions = {},
): Promise<ConnectionTest> {
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const controller = new AbortController();
  const abort = () => controller.abort(new AppError("stopped"));
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await runTest({ settings, fetch, signal: controller.signal, options });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

interface Test {
  settings: RemoteSettings;
  fetch: Fetch;
  signal: AbortSignal;
  options: TestOptions;
}

async function runTest(test: Test): Promise<ConnectionTest> {
  const { settings } = test;
  const models = await listModels(test, settings.baseUrl);
  const listed = models === null ? null : models.some((id) => sameModel(id, settings.model));
  const report = { url: chatUrl(settings), models, listed };
  try {
    return { ok: true, ...report, ...(await askOneToken(test)) };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "stopped") throw error;
    return {
      ok: false,
      ...report,
      error: error.toData(),
      reach:
        error.code === "remote-unreachable-or-cors"
          ? await reachOf(new URL(settings.baseUrl), test.fetch, test.signal)
          : null,
      suggestedBaseUrl: error.code === "remote-path-not-found" ? await betterBaseUrl(test) : null,
    };
  }
}

/** Google lists "models/gemini-…" but takes the bare name. */
function sameModel(listed: string, entered: string): boolean {
  return listed.replace(/^models\//, "") === entered.replace(/^models\//, "");
}

/** The prompt does not mention JSON: a JSON answer proves that the schema is enforced. */
const oneToken: ChatRequest = {
  messages: [{ role: "user", content: "Say: ok" }],
  fixedPrefixMessages: 0,
  maxTokens: 1,
  stop: [],
  constraint: {
    kind: "json",
    name: "test",
    shape: { type: "object", properties: { answer: { type: "string" } } },
    begin: "",
  },
  logprobs: true,
  temperature: 0,
  purpose: "summarise",
};

type Asked = Pick<ConnectionWorks, "usage" | "firstTokenMs" | "totalMs" | "abilities">;

async function askOneToken(test: Test): Promise<Asked> {
  const { settings, signal } = test;
  const { cap = (model) => model, ...options } = test.options;
  // Someone is waiting, so nothing is retried.
  const model = createRemoteModel({ ...settings, maxRetries: 0 }, options);
  const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };
  let timing: Omit<Asked, "abilities"> = { usage: untold, firstTokenMs: null, totalMs: 0 };
  try {
    for await (const part of cap(model).generate(oneToken, signal)) {
      if (part.type === "delta") continue;
      if (part.finish === "stopped") throw new AppError("stopped");
      timing = { usage: part.usage, firstTokenMs: part.firstTokenMs, totalMs: part.totalMs };
    }
  } catch (thrown) {
    // A reasoning model cut off in its thoughts was reached.
    if (!ranOutOfTokens(toAppError(thrown))) throw thrown;
  }
  return { ...timing, abilities: model.abilities?.() ?? { jsonSchema: null, logprobs: null } };
}

function ranOutOfTokens(error: AppError): boolean {
  return /output limit was reached/i.test(String(error.params["message"] ?? ""));
}

const modelList = z.looseObject({ data: z.array(z.unknown()) });
const listedModel = z.looseObject({ id: z.string().check(z.maxLength(300)) });
/** The longest known list has some five hundred. */
const mostListed = 5000;

function modelsIn(list: string): string[] | null {
  const parsed = modelList.safeParse(JSON.parse(list));
  if (!parsed.success) return null;
  const entries = parsed.data.data.slice(0, mostListed).map((one) => listedModel.safeParse(one));
  return entries.flatMap((entry) => (entry.success ? [entry.data.id] : [])).sort();
}

async function listModels(test: Test, baseUrl: string): Promise<string[] | null> {
  const { settings, signal } = test;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const headers = ownHeaders(settings);
  try {
    // Redirects are not followed: the key would go along.
    const redirect = "manual";
    const answer = test.fetch(`${baseUrl}/models`, { headers, redirect, signal: patience });
    const response = await orAbort(answer, patience);
    if (!response.ok) return null;
    const { text, whole } = await orAbort(boundedText(response, modelListBytes), patience);
    return whole ? modelsIn(text) : null;
  } catch {
    if (signal.aborted) throw signal.reason;
    return null;
  }
}

async function betterBaseUrl(test: Test): Promise<string | null> {
  const { baseUrl } = test.settings;
  const { origin } = new URL(baseUrl);
  const candidates = [`${baseUrl}/v1`, `${origin}/v1`, `${origin}/api/v1`, `${origin}/openai/v1`];
  for (const candidate of new Set(candidates)) {
    if (candidate === baseUrl) continue;
    if ((await listModels(test, candidate)) !== null) return candidate;
  }
  return null;
}
