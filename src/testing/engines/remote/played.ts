import { AppError } from "../../../log/errors.ts";
import { createRemoteModel, type RemoteOptions } from "../../../models/openai-compatible/remote.ts";
import { DialectMemory } from "../../../models/openai-compatible/request.ts";
import {
  parseRemoteSettings,
  type RemoteSettings,
} from "../../../models/openai-compatible/settings.ts";
import { SentPrompts } from "../../../models/openai-compatible/usage-floor.ts";
import type { ChatEnd, ChatModel, ChatPart, ChatRequest } from "../../../runtime/ports.ts";
import { type Play, replay } from "./replay.ts";

export const ask: ChatRequest = {
  messages: [
    { role: "system", content: "Answer briefly." },
    { role: "user", content: "What is the capital of France?" },
  ],
  fixedPrefixMessages: 1,
  maxTokens: 40,
  stop: [],
  temperature: 0,
  purpose: "summarise",
};
export const never = new AbortController().signal;

export function settings(changes: Record<string, unknown> = {}): RemoteSettings {
  const parsed = parseRemoteSettings({
    baseUrl: "https://api.example.com/v1/",
    apiKey: "test-key-0123456789",
    model: "large",
    ...changes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.settings;
}

export function played(
  plays: readonly Play[],
  changes: Record<string, unknown> = {},
  options: RemoteOptions = {},
  /** The form would reject these values. */
  forced: Partial<RemoteSettings> = {},
) {
  const { fetch, asked } = replay(plays);
  const waits: number[] = [];
  const model = createRemoteModel(
    { ...settings(changes), ...forced },
    {
      fetch,
      memory: new DialectMemory(),
      sentPrompts: new SentPrompts(),
      random: () => 0,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
      ...options,
    },
  );
  return { model, asked, waits };
}

export async function collect(
  model: ChatModel,
  changes: Partial<ChatRequest> = {},
  signal: AbortSignal = never,
): Promise<{ deltas: string[]; end: ChatEnd }> {
  const parts: ChatPart[] = [];
  for await (const part of model.generate({ ...ask, ...changes }, signal)) parts.push(part);
  const end = parts.at(-1);
  if (end?.type !== "end") throw new Error("no end");
  return { deltas: parts.flatMap((part) => (part.type === "delta" ? [part.text] : [])), end };
}

export async function failure(
  model: ChatModel,
  changes: Partial<ChatRequest> = {},
): Promise<AppError> {
  try {
    await collect(model, changes);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error("it did not fail");
}
