import { originOf } from "../bound-key.ts";
import type { RemoteSettings, RemoteSettingsInput } from "./settings.ts";

/** May a page call it, as far as known (October 2026)? */
export type BrowserAccess =
  | "yes"
  /** Allowed only with the preset's header. */
  | "with-header"
  /** See `browserNote`. */
  | "after-setting"
  /** Reports disagree or are missing. */
  | "unknown";

export interface RemotePreset {
  id: string;
  title: string;
  baseUrl: string;
  needsKey: boolean;
  help: string;
  keyVariable: string | null;
  browser: BrowserAccess;
  browserNote: string;
  /** On the user's machine, tokens cost nothing. */
  local: boolean;
  headers: Readonly<Record<string, string>>;
  maxTokensField: "max_tokens" | "max_completion_tokens";
  constraints: "none" | "json-object" | "json-schema" | "gbnf";
  prefix: "instruction" | "continue";
}

type Parts = Pick<RemotePreset, "id" | "title" | "baseUrl" | "help"> & Partial<RemotePreset>;

function hosted(parts: Parts): RemotePreset {
  return {
    needsKey: true,
    keyVariable: null,
    browser: "yes",
    browserNote: "",
    local: false,
    headers: {},
    maxTokensField: "max_tokens",
    // Refusals are detected at run time (`request.ts`).
    constraints: "json-schema",
    prefix: "instruction",
    ...parts,
  };
}

function local(parts: Parts): RemotePreset {
  return hosted({ needsKey: false, local: true, ...parts });
}

export const remotePresets: readonly RemotePreset[] = [
  hosted({
    id: "openai",
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    help: "Keys: platform.openai.com → API keys.",
    keyVariable: "OPENAI_API_KEY",
    // Reasoning models refuse `max_tokens`; all chat models take the newer name.
    maxTokensField: "max_completion_tokens",
  }),
  hosted({
    id: "anthropic",
    title: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    help: "Keys: platform.claude.com → API keys. Uses Anthropic's OpenAI-compatible endpoint.",
    keyVariable: "ANTHROPIC_API_KEY",
    browser: "with-header",
    browserNote: "Anthropic answers pages only with its opt-in header, which is added for you.",
    headers: { "anthropic-dangerous-direct-browser-access": "true" },
  }),
  hosted({
    id: "google",
    title: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    help: "Keys: aistudio.google.com → Get API key.",
    keyVariable: "GEMINI_API_KEY",
    browserNote:
      "Google refuses the extra headers that many clients send; this one leaves them out.",
  }),
  hosted({
    id: "mistral",
    title: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    help: "Keys: console.mistral.ai → API keys.",
    keyVariable: "MISTRAL_API_KEY",
    browserNote:
      "Mistral refuses the extra headers that many clients send; this one leaves them out.",
  }),
  hosted({
    id: "groq",
    title: "Groq",
    baseUrl: "https://api.groq.com/openai/v1",
    help: "Keys: console.groq.com → API Keys.",
    keyVariable: "GROQ_API_KEY",
  }),
  hosted({
    id: "deepseek",
    title: "DeepSeek",
    baseUrl: "https://api.deepseek.com/v1",
    help: "Keys: platform.deepseek.com → API keys.",
    keyVariable: "DEEPSEEK_API_KEY",
  }),
  hosted({
    id: "openrouter",
    title: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    help: "Keys: openrouter.ai → Keys.",
    keyVariable: "OPENROUTER_API_KEY",
  }),
  hosted({
    id: "together",
    title: "Together AI",
    baseUrl: "https://api.together.ai/v1",
    help: "Keys: api.together.ai → Settings → API keys.",
    keyVariable: "TOGETHER_API_KEY",
  }),
  hosted({
    id: "x-ai",
    title: "xAI",
    baseUrl: "https://api.x.ai/v1",
    help: "Keys: console.x.ai → API Keys.",
    keyVariable: "XAI_API_KEY",
    browser: "unknown",
  }),
  hosted({
    id: "fireworks",
    title: "Fireworks",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    help: "Keys: app.fireworks.ai → Settings → API keys.",
    keyVariable: "FIREWORKS_API_KEY",
    browser: "unknown",
  }),
  hosted({
    id: "cerebras",
    title: "Cerebras",
    baseUrl: "https://api.cerebras.ai/v1",
    help: "Keys: cloud.cerebras.ai → API keys.",
    keyVariable: "CEREBRAS_API_KEY",
    browser: "unknown",
  }),
  local({
    id: "llama-cpp",
    title: "llama.cpp",
    baseUrl: "http://localhost:8080/v1",
    help: "Start it with: llama-server -m MODEL.gguf",
    browserNote: "llama-server sends CORS headers by itself.",
    constraints: "gbnf",
    prefix: "continue",
  }),
  local({
    id: "ollama",
    title: "Ollama",
    baseUrl: "http://localhost:11434/v1",
    help: "Start it with: ollama serve; get a model with: ollama pull NAME",
    browser: "after-setting",
    browserNote:
      "Pages on localhost are allowed. For any other page set OLLAMA_ORIGINS to this page's address and restart Ollama.",
  }),
  local({
    id: "lm-studio",
    title: "LM Studio",
    baseUrl: "http://localhost:1234/v1",
    help: "Developer tab → Start server.",
    browser: "after-setting",
    browserNote: "Turn on “Enable CORS” in the server settings (lms server start --cors).",
  }),
  local({
    id: "vllm",
    title: "vLLM",
    baseUrl: "http://localhost:8000/v1",
    help: "Start it with: vllm serve MODEL",
    browserNote: "vLLM allows every origin unless it was started with --allowed-origins.",
  }),
];

export function remotePreset(id: string): RemotePreset | null {
  return remotePresets.find((preset) => preset.id === id) ?? null;
}

export function presetOf(
  settings: Pick<RemoteSettings, "preset" | "baseUrl">,
): RemotePreset | null {
  const origin = originOf(settings.baseUrl);
  const sameOrigin = (preset: RemotePreset) => originOf(preset.baseUrl) === origin;
  const named = remotePreset(settings.preset);
  // A local server may use any port; a provider's preset must match its host.
  if (named !== null && (named.local || sameOrigin(named))) return named;
  return remotePresets.find((preset) => !preset.local && sameOrigin(preset)) ?? null;
}

export function settingsFromPreset(
  preset: RemotePreset,
  entered: { apiKey: string; model: string },
): RemoteSettingsInput {
  return { preset: preset.id, baseUrl: preset.baseUrl, headers: { ...preset.headers }, ...entered };
}
