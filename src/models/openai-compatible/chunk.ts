/** Lenient, since servers agree only in outline. */
import * as z from "zod/mini";
import type { Usage } from "../../log/types.ts";
import { largestUsage, readUsage } from "./usage.ts";

/** At most 0, apart from rounding. */
const logprob = z.pipe(
  z.number().check(z.lte(1e-3)),
  z.transform((value) => Math.min(0, value)),
);
const alternative = z.looseObject({ token: z.string(), logprob });
const tokenLogprob = z.extend(alternative, {
  top_logprobs: z.optional(z.nullable(z.array(alternative))),
});
export type TokenLogprob = z.infer<typeof tokenLogprob>;

const deltaContent = z.looseObject({
  content: z.optional(z.unknown()),
  /** Two names for reasoning; some servers fill both. */
  reasoning_content: z.optional(z.unknown()),
  reasoning: z.optional(z.unknown()),
});
const choice = z.looseObject({
  delta: z.optional(z.nullable(deltaContent)),
  /** Sent if a server ignores `stream` and answers in one piece. */
  message: z.optional(z.nullable(deltaContent)),
  finish_reason: z.optional(z.unknown()),
  logprobs: z.optional(z.unknown()),
});
const outline = z.looseObject({
  choices: z.optional(z.unknown()),
  usage: z.optional(z.unknown()),
  x_groq: z.optional(z.unknown()),
});
const groq = z.looseObject({ usage: z.optional(z.unknown()) });

export interface Chunk {
  text: string;
  /** Reasoning is not part of the answer, but paid for. */
  thoughts: string;
  finish: string | null;
  /** Unchecked: most calls do not need them. */
  logprobs: unknown;
  usage: Usage | null;
}

/** Null if it is no chunk; an odd figure alone does not make it null. */
export function readChunk(data: unknown): Chunk | null {
  const parsed = outline.safeParse(data);
  if (!parsed.success) return null;
  const { choices, usage, x_groq } = parsed.data;
  const inGroq = groq.safeParse(x_groq);
  const value = largestUsage(
    readUsage(usage),
    readUsage(inGroq.success ? inGroq.data.usage : null),
  );
  const rest = { thoughts: "", finish: null, logprobs: null, usage: value };
  if (choices === undefined || choices === null) return { text: "", ...rest };
  if (!Array.isArray(choices)) return null;
  if (choices.length === 0) return { text: "", ...rest };
  // A hostile list may have a hundred thousand.
  const first = choice.safeParse(choices[0]);
  if (!first.success) return null;
  const { delta, message, finish_reason, logprobs } = first.data;
  const said = delta ?? message;
  const text = textOf(said?.content);
  if (text === null) return null;
  const finish = typeof finish_reason === "string" ? finish_reason : null;
  const thoughts = [said?.reasoning_content, said?.reasoning].find(
    (one) => typeof one === "string",
  );
  return { text, thoughts: String(thoughts ?? ""), finish, logprobs, usage: value };
}

/** Far more than any server sends. */
const mostParts = 4096;
const textPart = z.looseObject({ type: z.string(), text: z.optional(z.string()) });

/** Also reads lists of answer and reasoning (Mistral). */
function textOf(content: unknown): string | null {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length > mostParts) return null;
  const texts: string[] = [];
  for (const part of content) {
    const parsed = textPart.safeParse(part);
    if (!parsed.success) return null;
    if (parsed.data.type === "text") texts.push(parsed.data.text ?? "");
  }
  return texts.join("");
}

const logprobs = z.looseObject({ content: z.nullish(z.array(z.unknown())) });

export function readLogprobs(value: unknown, most: number): readonly TokenLogprob[] | null {
  if (value === undefined || value === null) return [];
  const parsed = logprobs.safeParse(value);
  if (!parsed.success) return null;
  const tokens = z.array(tokenLogprob).safeParse((parsed.data.content ?? []).slice(0, most));
  return tokens.success ? tokens.data : null;
}
