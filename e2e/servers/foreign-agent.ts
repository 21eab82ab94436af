/**
 * An agent as a stranger would write it: it plans, reads and concludes, each with a model of its own,
 * and is traced by OpenTelemetry's SDK. It imports nothing of Hopwise.
 */
import { ROOT_CONTEXT, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import * as z from "zod/mini";

export interface AgentModel {
  name: string;
  /** Base address of an OpenAI-compatible server. */
  url: string;
  usdPerMillion: { input: number; output: number };
}

export interface Task {
  id: string;
  question: string;
  /** Any of them is right. */
  answers: readonly string[];
}

export interface ChatCall {
  model: AgentModel;
  system: string;
  user: string;
  maxTokens: number;
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
});

export interface Reply {
  text: string;
  inputTokens: number;
  outputTokens: number;
}

export async function chat({ model, system, user, maxTokens }: ChatCall): Promise<Reply> {
  const response = await fetch(`${model.url}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      model: model.name,
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      max_tokens: maxTokens,
      temperature: 0,
    }),
  });
  const { choices, usage } = completion.parse(await response.json());
  const text = choices[0]?.message.content.trim() ?? "";
  return { text, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
}

export type Search = (words: string) => readonly string[];

export interface AgentOptions {
  search: Search;
  exporter: SpanExporter;
  /** In their place, a test or a run that reuses calls gives its own. */
  ask?: (call: ChatCall) => Promise<Reply>;
  now?: () => number;
}

export const agentStages = ["plan", "read", "conclude"] as const;
export type AgentModels = Readonly<Record<(typeof agentStages)[number], AgentModel>>;

export interface Outcome {
  text: string;
  isRight: boolean;
}

export function createAgent({ search, exporter, ask = chat, now = Date.now }: AgentOptions) {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer("quiz-agent");

  async function traced<T>(
    name: string,
    attributes: Record<string, string>,
    above: Span | null,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const context = above === null ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, above);
    const span = tracer.startSpan(name, { attributes, startTime: now() }, context);
    try {
      return await work(span);
    } catch (thrown) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      span.end(now());
    }
  }

  function stage<T>(name: string, above: Span | null, work: (span: Span) => Promise<T>) {
    const attributes = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name };
    return traced(`invoke_agent ${name}`, attributes, above, work);
  }

  function call(model: AgentModel, above: Span, system: string, user: string, maxTokens: number) {
    const attributes = { "gen_ai.operation.name": "chat", "gen_ai.request.model": model.name };
    return traced(`chat ${model.name}`, attributes, above, async (span) => {
      const { text, inputTokens, outputTokens } = await ask({ model, system, user, maxTokens });
      const { input, output } = model.usdPerMillion;
      span.setAttributes({
        "gen_ai.usage.input_tokens": inputTokens,
        "gen_ai.usage.output_tokens": outputTokens,
        "gen_ai.usage.cost": (inputTokens * input + outputTokens * output) / 1e6,
      });
      return text;
    });
  }

  return async function answer(task: Task, models: AgentModels): Promise<Outcome> {
    return stage("quiz", null, async (root) => {
      root.setAttribute("question.id", task.id);
      const plan = await stage("plan", root, (span) =>
        call(
          models.plan,
          span,
          "Split the question into independent questions. Write only a numbered list.",
          task.question,
          60,
        ),
      );
      const steps = plan.split("\n").map((line) => line.replace(/^\s*\d+[.)]\s*/u, "").trim());
      const notes = await stage("read", root, async (span) => {
        const found: string[] = [];
        const answers: string[] = [];
        for (const step of steps.filter((one) => one !== "").slice(0, 3)) {
          const text = [...search(`${step} ${answers.join(" ")}`), ...found].join("\n");
          const user = `${text}\n\nQuestion: ${step}`;
          const read = await call(
            models.read,
            span,
            "Answer from the text, or say none.",
            user,
            24,
          );
          found.push(`${step} ${read}`);
          answers.push(read);
        }
        return found.join("\n");
      });
      const said = await stage("conclude", root, (span) => {
        const user = `${notes}\n\nQuestion: ${task.question}`;
        return call(models.conclude, span, "Answer from the text in a few words.", user, 24);
      });
      const isRight = task.answers.some((gold) => words(said).includes(words(gold)));
      root.addEvent(
        "gen_ai.evaluation.result",
        { "gen_ai.evaluation.name": "right", "gen_ai.evaluation.score.value": Number(isRight) },
        now(),
      );
      return { text: said, isRight };
    });
  };
}

/** Spaces around, so that “no” is not found in “Norway”. */
function words(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;
}

/** The `most` passages that share the rarest words with what is asked, for their length. */
export function wordSearch(passages: readonly string[], most: number): Search {
  const sets = passages.map((passage) => new Set(words(passage).trim().split(" ")));
  const places = new Map<string, number[]>();
  for (const [at, own] of sets.entries()) {
    for (const word of own) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else known.push(at);
    }
  }
  return (asked) => {
    const scores = new Map<number, number>();
    for (const word of new Set(words(asked).trim().split(" "))) {
      const own = places.get(word) ?? [];
      const worth = Math.log(passages.length / own.length) ** 2;
      for (const at of own) {
        scores.set(at, (scores.get(at) ?? 0) + worth / Math.sqrt(sets[at]?.size ?? 1));
      }
    }
    const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, most);
    return best.flatMap(([at]) => passages[at] ?? []);
  };
}
