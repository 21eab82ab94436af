/**
 * Prompts as texts with places in them: `{{question}}` and the like are filled in when a prompt
 * is sent. A person can edit the text around the places (`settings.prompts`, docs/prompts.md).
 */
import { AppError } from "../log/errors.ts";
import type { ChatMessage, PromptEdits } from "../log/types.ts";
import type { Constraint } from "./ports.ts";

export interface TemplateMessage {
  /** `turns`: stands for several messages, such as worked examples that are chosen by the question. */
  role: ChatMessage["role"] | "turns";
  content: string;
}

export interface PromptTemplate {
  /** Unlike that of every other prompt of every method. */
  id: string;
  messages: readonly TemplateMessage[];
}

/** What stands in the places; a list of messages for `turns`. */
export type PromptValues = Readonly<Record<string, string | readonly ChatMessage[]>>;

export interface Prompt {
  messages: readonly ChatMessage[];
  /** What the messages were made from; all of them vary where this is not told. */
  from?: { template: PromptTemplate; values: PromptValues };
  /** How many leading messages never change for this purpose: prefilled once, then reused. */
  fixedPrefixMessages: number;
  /** What the answer begins with; the model continues it. */
  assistantPrefix?: string;
  maxTokens: number;
  stop: readonly string[];
  constraint?: Constraint;
  /** The probability of each token is needed. */
  logprobs?: boolean;
}

/** Most characters of one edited message. */
export const maxEditedCharacters = 20_000;

const place = /\{\{(\w+)\}\}/gu;

export function promptFrom(
  template: PromptTemplate,
  values: PromptValues,
  rest: Omit<Prompt, "messages" | "from">,
): Prompt {
  return { messages: filledMessages(template, values), from: { template, values }, ...rest };
}

/** What is filled in is text: places in it stay as they are. */
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

/** The names of the places in a text, each once. */
export function placesIn(content: string): string[] {
  return [...new Set([...content.matchAll(place)].map((match) => match[1] ?? ""))];
}

export type EditProblem =
  /** Not one text for each of its messages. */
  | { code: "other-length" }
  /** A message without any text. */
  | { code: "empty"; message: number }
  | { code: "too-long"; message: number }
  /** A place that the prompt needs is nowhere in it. */
  | { code: "place-missing"; place: string }
  /** A place that this prompt does not know. */
  | { code: "place-unknown"; place: string; message: number };

/** What is wrong with a person's texts for a prompt; [] when it can be sent. */
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

/** The prompt with a person's texts in place of its own. */
export function editedTemplate(
  template: PromptTemplate,
  texts: readonly string[] | undefined,
): PromptTemplate {
  if (texts === undefined) return template;
  const messages = template.messages.map((message, index) => {
    // Turns are filled in whole: there is no text of theirs to change.
    if (message.role === "turns") return message;
    return { ...message, content: texts[index] ?? message.content };
  });
  return { ...template, messages };
}

/** A prompt as these settings have it sent. Throws `prompt-edit-invalid` for texts that do not fit it. */
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
