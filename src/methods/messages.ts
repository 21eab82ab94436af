import type { ChatMessage } from "../log/types.ts";
import type { Constraint } from "../runtime/ports.ts";
import type { TemplateMessage } from "../runtime/prompt-template.ts";

export const system = (content: string): ChatMessage => ({ role: "system", content });
export const user = (content: string): ChatMessage => ({ role: "user", content });
export const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
export const turns = (content: string): TemplateMessage => ({ role: "turns", content });

export const yesOrNo: Constraint = { kind: "choice", options: ["yes", "no"] };
