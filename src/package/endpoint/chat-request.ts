/** The part of OpenAI's chat request that means something here; other fields are ignored. */
import * as z from "zod/mini";
import type { Setup } from "../setups.ts";
import { Refusal } from "./failure.ts";

export interface ChatQuestion {
  model: string;
  setup: Setup;
  /** The last message of the user. */
  question: string;
  stream: boolean;
  /** Streams a last chunk with the usage. */
  includeUsage: boolean;
}

export const modelPrefix = "hopwise/";

const part = z.object({ type: z.literal("text"), text: z.string() });
const chatRequest = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.optional(z.nullable(z.union([z.string(), z.array(z.looseObject({}))]))),
    }),
  ),
  stream: z.optional(z.nullable(z.boolean())),
  stream_options: z.optional(
    z.nullable(z.object({ include_usage: z.optional(z.nullable(z.boolean())) })),
  ),
  n: z.optional(z.nullable(z.literal(1))),
});

/** Throws Refusal. */
export function readChatRequest(body: string, setups: ReadonlyMap<string, Setup>): ChatQuestion {
  const parsed = chatRequest.safeParse(json(body));
  if (!parsed.success) {
    const param = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    throw invalid(
      param,
      param === "" ? "The body is not an object." : `“${param}” has another form.`,
    );
  }
  const { model, messages, stream, stream_options: more } = parsed.data;
  const setup = model.startsWith(modelPrefix)
    ? setups.get(model.slice(modelPrefix.length))
    : undefined;
  if (setup === undefined) {
    const known = [...setups.keys()].map((name) => modelPrefix + name).join(", ");
    const message = `There is no such model. There is: ${known}.`;
    throw new Refusal({ status: 404, code: "model_not_found", message, param: "model" });
  }
  const last = messages.findLast(({ role }) => role === "user");
  if (last === undefined) throw invalid("messages", "No message is the user's.");
  return {
    model,
    setup,
    question: textOf(last.content ?? ""),
    stream: stream ?? false,
    includeUsage: more?.include_usage ?? false,
  };
}

function textOf(content: string | readonly object[]): string {
  if (typeof content === "string") return content;
  return content
    .map((one) => {
      const text = part.safeParse(one);
      if (text.success) return text.data.text;
      throw invalid("messages", "A question has text alone.");
    })
    .join("\n");
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid("", "The body is not JSON.");
  }
}

function invalid(param: string, message: string): Refusal {
  const where = param === "" ? {} : { param };
  return new Refusal({ status: 400, code: "invalid_request", message, ...where });
}
