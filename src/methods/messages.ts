/** The pieces that prompts are made of. */
import type { TemplateMessage } from "../core/pipeline/prompt-template.ts";
import type { Constraint } from "../core/ports.ts";
import type { ChatMessage } from "../core/types.ts";

export const system = (content: string): ChatMessage => ({ role: "system", content });
export const user = (content: string): ChatMessage => ({ role: "user", content });
export const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
/** A place for several messages. */
export const turns = (content: string): TemplateMessage => ({ role: "turns", content });

export const yesOrNo: Constraint = { kind: "choice", options: ["yes", "no"] };
