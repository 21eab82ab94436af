/** The part of OpenAI's chat request that means something here; other fields are ignored. */
import * as z from "zod/mini";
import type { Turn } from "../options.ts";
import type { Setup } from "../setups.ts";
import { Refusal } from "./failure.ts";

export interface ChatQuestion {
  model: string;
  setup: Setup;
  /** The last message of the user. */
  question: string;
  /** The turns before, oldest first. */
  after: readonly Turn[];
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
  tool_choice: z.optional(z.unknown()),
  response_format: z.optional(z.unknown()),
});
type Message = z.output<typeof chatRequest>["messages"][number];

/** A caller that insists on more than this gets no answer that it can use. Offered tools are not called. */
const mayLack = {
  tool_choice: z.optional(z.nullable(z.enum(["none", "auto"]))),
  response_format: z.optional(z.nullable(z.object({ type: z.literal("text") }))),
};
const unsupported = {
  tool_choice: "Hopwise calls no tools of the caller. Leave “tool_choice” out to get an answer.",
  response_format:
    "Answers are text. Leave “response_format” out; the field “hopwise” has the parts of an answer.",
};

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
  for (const name of ["tool_choice", "response_format"] as const) {
    if (mayLack[name].safeParse(parsed.data[name]).success) continue;
    const message = unsupported[name];
    throw new Refusal({ status: 400, code: "unsupported_parameter", message, param: name });
  }
  const setup = model.startsWith(modelPrefix)
    ? setups.get(model.slice(modelPrefix.length))
    : undefined;
  if (setup === undefined) {
    throw noSuchModel(setups);
  }
  const last = messages.findLastIndex(({ role }) => role === "user");
  const asked = messages[last];
  if (asked === undefined) throw invalid("messages", "No message is the user's.");
  return {
    model,
    setup,
    question: textOf(asked.content ?? ""),
    after: turnsOf(messages.slice(0, last)),
    stream: stream ?? false,
    includeUsage: more?.include_usage ?? false,
  };
}

export function noSuchModel(setups: ReadonlyMap<string, Setup>): Refusal {
  const known = [...setups.keys()].map((name) => modelPrefix + name).join(", ");
  const message = `There is no such model. There is: ${known}.`;
  return new Refusal({ status: 404, code: "model_not_found", message, param: "model" });
}

function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const text = textsIn(content ?? "").join("\n");
    const turn = turns.at(-1);
    if (role === "user") turns.push({ question: text });
    else if (role === "assistant" && turn !== undefined && text !== "") turn.answer = text;
  }
  return turns;
}

/** Pictures and files of earlier turns do no harm. */
function textsIn(content: string | readonly object[]): string[] {
  if (typeof content === "string") return [content];
  return content.flatMap((one) => part.safeParse(one).data?.text ?? []);
}

function textOf(content: string | readonly object[]): string {
  if (typeof content === "string") return content;
  const texts = textsIn(content);
  if (texts.length < content.length) throw invalid("messages", "A question has text alone.");
  return texts.join("\n");
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
