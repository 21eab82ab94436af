/** The pieces that prompts are made of. */
import type { Constraint } from "../core/ports.ts";
import type { ChatMessage } from "../core/types.ts";

export const system = (content: string): ChatMessage => ({ role: "system", content });
export const user = (content: string): ChatMessage => ({ role: "user", content });
export const assistant = (content: string): ChatMessage => ({ role: "assistant", content });

export const yesOrNo: Constraint = { kind: "choice", options: ["yes", "no"] };
