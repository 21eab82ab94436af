import type { ChatRequest } from "../runtime/ports.ts";

export function chatRequest(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [{ role: "user", content: "Is it?" }],
    fixedPrefixMessages: 0,
    maxTokens: 8,
    stop: [],
    temperature: 0,
    purpose: "plan",
    ...changes,
  };
}
