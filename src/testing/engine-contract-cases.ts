/** These cases run under Vitest, and in a page with real engines. */
import { AppError, type ErrorCode } from "../log/errors.ts";
import { satisfies } from "../models/constraint/session.ts";
import type { ChatEnd, ChatModel, ChatPart, ChatRequest } from "../runtime/ports.ts";

export interface ContractOptions {
  constrains: boolean;
  /** The engine reports its cached prefix. */
  reusesPrefix: boolean;
  /** The text is identical with a cached prefix. */
  exactPrefix: boolean;
  /** Length in words; null if the engine cannot tell beforehand. */
  tooManyWords: number | null;
  /** Null for engines that cannot unload. */
  unload: ((model: ChatModel) => Promise<void>) | null;
}

export interface ContractCase {
  name: string;
  run(model: ChatModel, options: ContractOptions): Promise<void>;
}

class ContractBreach extends Error {}

function promise(retained: boolean, what: string, seen?: unknown): void {
  if (!retained) throw new ContractBreach(`${what}; seen: ${JSON.stringify(seen)}`);
}

const never = new AbortController().signal;

function ask(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [
      { role: "system", content: "You answer in a few plain words and never explain." },
      { role: "user", content: "Name three animals that live in the sea." },
    ],
    fixedPrefixMessages: 0,
    maxTokens: 12,
    stop: [],
    temperature: 0,
    purpose: "read",
    ...changes,
  };
}

interface Outcome {
  deltas: string[];
  end: ChatEnd;
}

async function collect(
  model: ChatModel,
  request: ChatRequest,
  options: { signal?: AbortSignal; onDelta?: (count: number) => void } = {},
): Promise<Outcome> {
  const parts: ChatPart[] = [];
  let deltas = 0;
  for await (const part of model.generate(request, options.signal ?? never)) {
    parts.push(part);
    if (part.type === "delta") options.onDelta?.(++deltas);
  }
  const ends = parts.filter((part) => part.type === "end");
  const [end] = ends;
  if (end === undefined || ends.length > 1 || parts.at(-1) !== end) {
    throw new ContractBreach(`exactly one end, last; seen ${parts.map((p) => p.type).join(" ")}`);
  }
  return { deltas: parts.flatMap((part) => (part.type === "delta" ? [part.text] : [])), end };
}

async function failure(work: () => Promise<unknown>): Promise<ErrorCode> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw new ContractBreach(`errors are AppErrors; seen: ${String(error)}`);
  }
  throw new ContractBreach("an error was due and none came");
}

const streaming: ContractCase = {
  name: "deltas concatenate to the text of the one end",
  async run(model) {
    const { deltas, end } = await collect(model, ask());
    promise(deltas.join("") === end.text, "deltas are the text", { deltas, text: end.text });
    promise(
      deltas.every((text) => text.length > 0),
      "no empty delta",
      deltas,
    );
    promise(end.text.length > 0, "some text", end);
  },
};

const counting: ContractCase = {
  name: "tells tokens as whole numbers or as null, and times that fit together",
  async run(model) {
    const { end } = await collect(model, ask());
    const { promptTokens, cachedTokens, generatedTokens } = end.usage;
    for (const count of [promptTokens, cachedTokens, generatedTokens]) {
      promise(count === null || (Number.isInteger(count) && count >= 0), "a count", end.usage);
    }
    promise(promptTokens === null || promptTokens > 0, "a prompt has tokens", end.usage);
    promise((cachedTokens ?? 0) <= (promptTokens ?? Infinity), "cached is part of it", end.usage);
    promise(generatedTokens === null || generatedTokens > 0, "text has tokens", end.usage);
    promise((end.firstTokenMs ?? 0) <= end.totalMs, "the first token is within", end);
    promise(end.queueMs <= end.totalMs, "the wait is within", end);
  },
};

const logprobs: ContractCase = {
  name: "gives one log-probability, never above 0, for each token of the text",
  async run(model) {
    const { end } = await collect(model, ask());
    if (end.logprobs === null) return;
    promise(
      end.logprobs.every((one) => one <= 1e-6),
      "log-probabilities",
      end.logprobs,
    );
    const tokens = end.usage.generatedTokens ?? end.logprobs.length;
    // The end token is generated but is no text.
    const apart = tokens - end.logprobs.length;
    promise(apart === 0 || apart === 1, "one a token", { tokens, logprobs: end.logprobs.length });
  },
};

const greedy: ContractCase = {
  name: "says the same twice at temperature 0",
  async run(model) {
    const first = await collect(model, ask());
    const second = await collect(model, ask());
    promise(first.end.text === second.end.text, "same text", [first.end.text, second.end.text]);
  },
};

const length: ContractCase = {
  name: "generates at most maxTokens and says so",
  async run(model) {
    const { end } = await collect(model, ask({ maxTokens: 2 }));
    promise((end.usage.generatedTokens ?? 0) <= 2, "at most two tokens", end.usage);
    const full = await collect(model, ask());
    const cut = full.end.text !== end.text;
    promise(!cut || end.finish === "length", "finish is length", end);
  },
};

const stopStrings: ContractCase = {
  name: "ends before a stop string, which is not part of the output",
  async run(model) {
    const { end: free } = await collect(model, ask());
    const characters = [...free.text];
    const stop = characters
      .slice(Math.floor(characters.length / 2))
      .slice(0, 3)
      .join("");
    if (stop.length === 0) return;
    const { deltas, end } = await collect(model, ask({ stop: [stop] }));
    const before = free.text.slice(0, free.text.indexOf(stop));
    promise(end.text === before, "text before the stop", { stop, text: end.text, free: free.text });
    promise(deltas.join("") === before, "no delta of the stop", deltas);
    promise(end.finish === "stop", "finish is stop", end.finish);
  },
};

const abortBefore: ContractCase = {
  name: "ends at once when the signal was aborted before",
  async run(model) {
    const { deltas, end } = await collect(model, ask(), { signal: AbortSignal.abort() });
    promise(deltas.length === 0 && end.text === "", "no text", end.text);
    promise(end.finish === "stopped", "finish is stopped", end.finish);
  },
};

/** A test model may be faster than a message. */
const MESSAGE_MS = 50;
/** One, and those that were guessed right. */
const TOKENS_A_PASS = 4;

const abortWithin: ContractCase = {
  name: "stops within one pass of the abort",
  async run(model) {
    const long = ask({ maxTokens: 5 * TOKENS_A_PASS });
    const whole = await collect(model, long);
    const controller = new AbortController();
    let abortedMs = 0;
    const { deltas, end } = await collect(model, long, {
      signal: controller.signal,
      onDelta: () => {
        if (!controller.signal.aborted) abortedMs = performance.now();
        controller.abort();
      },
    });
    if (whole.deltas.length <= 3 * TOKENS_A_PASS) return;
    const atOnce = performance.now() - abortedMs < MESSAGE_MS;
    const isShort = deltas.length <= 3 * TOKENS_A_PASS;
    promise(atOnce || isShort, "at most the pass under way and one more", deltas);
    promise(atOnce || end.finish === "stopped", "finish is stopped", end.finish);
    promise(whole.end.text.startsWith(end.text), "what it had is kept", end.text);
    const next = await collect(model, long);
    promise(next.end.text === whole.end.text, "the next call is unharmed", next.end.text);
  },
};

const queue: ContractCase = {
  name: "runs one call after the other, in order",
  async run(model) {
    const log: string[] = [];
    const call = async (name: string) => {
      const { end } = await collect(model, ask({ maxTokens: 4 }), {
        onDelta: () => log.push(name),
      });
      log.push(`${name} end`);
      return end;
    };
    await Promise.all([call("a"), call("b"), call("c")]);
    const order = log.filter((entry, i) => entry !== log[i - 1]).join(", ");
    promise(order === "a, a end, b, b end, c, c end", "in order", order);
  },
};

const abortQueued: ContractCase = {
  name: "leaves the queue at once when aborted there",
  async run(model) {
    const log: string[] = [];
    const controller = new AbortController();
    const first = collect(model, ask(), {
      onDelta: () => controller.abort(),
    }).then(() => log.push("first"));
    const second = collect(model, ask(), { signal: controller.signal }).then(({ end }) => {
      log.push("second");
      promise(end.finish === "stopped" && end.text === "", "stopped without text", end);
    });
    await Promise.all([first, second]);
    promise(log[0] === "second", "the aborted call ends first", log);
  },
};

const choice: ContractCase = {
  name: "honours a choice or says that it did not",
  async run(model, { constrains }) {
    const options = ["yes", "no", "not enough information"];
    for (const assistantPrefix of ["", "Answer:"]) {
      const constraint = { kind: "choice", options } as const;
      const { end } = await collect(model, ask({ constraint, assistantPrefix, maxTokens: 40 }));
      promise(!constrains || end.constrained, "constrained", end);
      promise(!end.constrained || options.includes(end.text), "an option", end.text);
      const probabilities = end.choiceProbabilities;
      if (probabilities === null) continue;
      const sum = options.reduce(
        (total, option) => total + (probabilities[option] ?? Number.NaN),
        0,
      );
      promise(Math.abs(sum - 1) < 1e-6, "probabilities sum to 1", probabilities);
    }
  },
};

const span: ContractCase = {
  name: "honours a span or says that it did not",
  async run(model, { constrains }) {
    const text = "Lake Żarnowiec – near Gdańsk – holds 1,234.5 m³; O'Neil measured it.";
    const constraint = {
      kind: "span",
      texts: [text],
      alternatives: ["none"],
      maxWords: 4,
    } as const;
    const { end } = await collect(model, ask({ constraint, maxTokens: 60 }));
    promise(!constrains || end.constrained, "constrained", end);
    promise(!end.constrained || satisfies(constraint, end.text), "a span", end.text);
  },
};

const grammar: ContractCase = {
  name: "honours a grammar or says that it did not",
  async run(model, { constrains }) {
    const source = 'root ::= ("[Q]: " [a-z]{1,3} "\\n"){2} "[A]: " ("é" | "b")';
    const constraint = { kind: "grammar", grammar: source } as const;
    const { end } = await collect(model, ask({ constraint, maxTokens: 60 }));
    promise(!constrains || end.constrained, "constrained", end);
    promise(!end.constrained || satisfies(constraint, end.text), "of the grammar", end.text);
  },
};

const cutConstraint: ContractCase = {
  name: "does not call an output constrained that was cut short",
  async run(model) {
    const constraint = { kind: "choice", options: ["a b c d e f g h"] } as const;
    const { end } = await collect(model, ask({ constraint, maxTokens: 1 }));
    promise(!end.constrained || end.text === constraint.options[0], "not constrained", end);
  },
};

const prefix: ContractCase = {
  name: "says the same with a kept prefix as without",
  async run(model, { reusesPrefix, exactPrefix }) {
    const request = ask({ fixedPrefixMessages: 1 });
    const first = await collect(model, request);
    const second = await collect(model, request);
    promise(first.end.text === second.end.text, "same text", [first.end.text, second.end.text]);
    if (reusesPrefix) promise((second.end.usage.cachedTokens ?? 0) > 0, "reused", second.end.usage);
    const other = ask({ ...request, messages: [...request.messages.slice(0, 1), TELL] });
    await collect(model, other);
    const third = await collect(model, request);
    promise(third.end.text === first.end.text, "kept prefix unharmed", third.end.text);
    if (!exactPrefix) return;
    const without = await collect(model, ask());
    promise(without.end.text === first.end.text, "as without", [without.end.text, first.end.text]);
  },
};

const TELL = { role: "user", content: "Tell me what a river is." } as const;

const tooLong: ContractCase = {
  name: "refuses a prompt longer than its context before generating",
  async run(model, { tooManyWords }) {
    if (tooManyWords === null) return;
    const content = "word ".repeat(tooManyWords);
    const request = ask({ messages: [{ role: "user", content }] });
    const code = await failure(() => collect(model, request));
    promise(code === "context-too-long", "context-too-long", code);
    await collect(model, ask({ maxTokens: 1 }));
  },
};

const badGrammar: ContractCase = {
  name: "answers a malformed grammar with a typed error or without the constraint",
  async run(model) {
    const request = ask({ constraint: { kind: "grammar", grammar: "root ::= (" } });
    const constrained = await collect(model, request).then(
      ({ end }) => end.constrained,
      (error: unknown) => !(error instanceof AppError),
    );
    promise(!constrained, "an AppError or no constraint");
  },
};

const unloading: ContractCase = {
  name: "fails with model-not-loaded after unloading",
  async run(model, { unload }) {
    if (unload === null) return;
    await unload(model);
    const code = await failure(() => collect(model, ask()));
    promise(code === "model-not-loaded", "model-not-loaded", code);
  },
};

/** The last case ends the model. */
export const contractCases: readonly ContractCase[] = [
  streaming,
  counting,
  logprobs,
  greedy,
  length,
  stopStrings,
  abortBefore,
  abortWithin,
  queue,
  abortQueued,
  choice,
  span,
  grammar,
  cutConstraint,
  prefix,
  tooLong,
  badGrammar,
  unloading,
];
