/**
 * Placeholders such as `{{question}}` are filled in when sent; a person can edit the text around
 * them (docs/prompts.md).
 */
import { AppError } from "../log/errors.ts";
import type { ChatMessage, PromptEdits } from "../log/types.ts";
import type { Constraint } from "./ports.ts";

export interface TemplateMessage {
  /** `turns` is replaced by several messages, such as worked examples. */
  role: ChatMessage["role"] | "turns";
  content: string;
}

export interface PromptTemplate {
  /** Unique across all methods. */
  id: string;
  messages: readonly TemplateMessage[];
}

export type PromptValues = Readonly<Record<string, string | readonly ChatMessage[]>>;

export interface Prompt {
  messages: readonly ChatMessage[];
  /** If absent, all messages are variable. */
  from?: { template: PromptTemplate; values: PromptValues };
  /** Counts the leading messages that are prefilled once, then reused. */
  fixedPrefixMessages: number;
  /** The answer's first words, which the model continues. */
  assistantPrefix?: string;
  maxTokens: number;
  stop: readonly string[];
  constraint?: Constraint;
  logprobs?: boolean;
}

export const maxEditedCharacters = 20_000;

const place = /\{\{(\w+)\}\}/gu;

export function promptFrom(
  template: PromptTemplate,
  values: PromptValues,
  rest: Omit<Prompt, "messages" | "from">,
): Prompt {
  return { messages: filledMessages(template, values), from: { template, values }, ...rest };
}

/** Placeholders inside values stay. */
export function filledText(content: string, values: PromptValues): string {
  return content.replace(place, (all, name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : all;
  });
}

export function filledMessages(
  { messages }: PromptTemplate,
  values: PromptValues,
): readonly ChatMessage[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== "turns") return [{ role, content: filledText(content, values) }];
    const turns = values[placesIn(content)[0] ?? ""];
    return typeof turns === "string" || turns === undefined ? [] : turns;
  });
}

export function placesIn(content: string): string[] {
  return [...new Set([...content.matchAll(place)].map((match) => match[1] ?? ""))];
}

export type EditProblem =
  | { code: "other-length" }
  | { code: "empty"; message: number }
  | { code: "too-long"; message: number }
  /** A required placeholder is missing. */
  | { code: "place-missing"; place: string }
  | { code: "place-unknown"; place: string; message: number };

/** Empty if the texts can be sent. */
export function editProblems(template: PromptTemplate, texts: readonly string[]): EditProblem[] {
  const { messages } = template;
  if (texts.length !== messages.length) return [{ code: "other-length" }];
  const known = new Set(messages.flatMap(({ content }) => placesIn(content)));
  const used = new Set(texts.flatMap(placesIn));
  return [
    ...texts.flatMap((text, message): EditProblem[] => {
      if (text.trim() === "") return [{ code: "empty", message }];
      if (text.length > maxEditedCharacters) return [{ code: "too-long", message }];
      const strange = placesIn(text).filter((name) => !known.has(name));
      return strange.map((name) => ({ code: "place-unknown", place: name, message }));
    }),
    ...[...known]
      .filter((name) => !used.has(name))
      .map((name): EditProblem => ({ code: "place-missing", place: name })),
  ];
}

export function editedTemplate(
  template: PromptTemplate,
  texts: readonly string[] | undefined,
): PromptTemplate {
  if (texts === undefined) return template;
  const messages = template.messages.map((message, index) => {
    // Turns are filled in whole, so there is nothing to edit.
    if (message.role === "turns") return message;
    return { ...message, content: texts[index] ?? message.content };
  });
  return { ...template, messages };
}

/** Throws `prompt-edit-invalid`. */
export function editedPrompt(prompt: Prompt, edits: PromptEdits | undefined): Prompt {
  const { from } = prompt;
  const texts = from === undefined ? undefined : edits?.[from.template.id];
  if (from === undefined || texts === undefined) return prompt;
  const [problem] = editProblems(from.template, texts);
  if (problem !== undefined) {
    const { code: reason } = problem;
    throw new AppError("prompt-edit-invalid", { prompt: from.template.id, reason });
  }
  const template = editedTemplate(from.template, texts);
  return {
    ...prompt,
    messages: filledMessages(template, from.values),
    from: { ...from, template },
  };
}
