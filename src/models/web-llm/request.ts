import type { ChatCompletionRequestStreaming, ResponseFormat } from "@mlc-ai/web-llm";
import type { ChatRequest, Constraint } from "../../runtime/ports.ts";
import { spanWords } from "../constraint/candidates.ts";
import { jsonGrammar } from "../constraint/json-grammar.ts";

function literal(text: string): string {
  const escaped = text.replace(/["\\\n\r\t]/g, (character) => {
    const names: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    return names[character] ?? `\\${character}`;
  });
  return `"${escaped}"`;
}

/** The run may end after any word: `"a" (" b" (" c")?)?`. */
function nested(words: readonly string[]): string {
  const [first, ...rest] = words.map(literal);
  if (first === undefined) return '""';
  return rest.length === 0
    ? first
    : `${first} ${rest.reduceRight(
        (inner, word) => `(${word}${inner === "" ? "" : ` ${inner}`})?`,
        "",
      )}`;
}

function withRootNamed(grammar: string, name: string): string {
  return grammar.replace(/"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|#[^\n]*|[\w.-]+/g, (piece) =>
    piece === "root" ? name : piece,
  );
}

function alternatives(parts: readonly string[]): string {
  return parts.length === 0 ? '""' : parts.join(" | ");
}

function answerRules(constraint: Constraint | undefined): string {
  switch (constraint?.kind) {
    case undefined:
      return "answer ::= [\\u0000-\\U0010ffff]*";
    case "choice":
      return `answer ::= ${alternatives(constraint.options.map(literal))}`;
    case "span": {
      const runs = constraint.texts.flatMap((text) => spanWords(text, constraint.maxWords));
      const options = [...runs.map(nested), ...constraint.alternatives.map(literal)];
      return `answer ::= ${alternatives([...new Set(options)])}`;
    }
    case "grammar":
      return withRootNamed(constraint.grammar, "answer");
    case "json":
      return withRootNamed(jsonGrammar(constraint.shape), "answer");
  }
}

/** The library takes no answer prefix, so a grammar forces it, and it is cut off. */
export function responseFormat(request: ChatRequest): ResponseFormat | null {
  const { constraint, assistantPrefix = "" } = request;
  if (constraint === undefined && assistantPrefix === "") return null;
  const space = constraint !== undefined && /\S$/u.test(assistantPrefix) ? ' " "?' : "";
  const beginning = assistantPrefix === "" ? "" : `${literal(assistantPrefix)}${space} `;
  return { type: "grammar", grammar: `root ::= ${beginning}answer\n${answerRules(constraint)}` };
}

/**
 * Greedy decoding uses the smallest nucleus: at temperature 0 the library's log-probabilities leave
 * only certainty.
 */
export function toWebLlm(request: ChatRequest): ChatCompletionRequestStreaming {
  const format = responseFormat(request);
  const greedy = request.temperature === 0;
  return {
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: request.maxTokens,
    // A forced beginning may contain a stop, so this engine finds stops itself.
    temperature: greedy ? 1 : request.temperature,
    top_p: greedy ? 1e-5 : 1,
    repetition_penalty: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    logprobs: true,
    // Log-probabilities come only with alternatives.
    top_logprobs: 5,
    ...(format === null ? {} : { response_format: format }),
    extra_body: { enable_thinking: false },
  };
}
