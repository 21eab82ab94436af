import type { TokenLogprob } from "./chunk.ts";
import { choiceField } from "./request.ts";

/** llama.cpp leaves a code fence out of the text but not out of the tokens. */
const opening = new RegExp(`^\\s*(?:\`\`\`(?:json)?\\s*)?\\{\\s*"${choiceField}"\\s*:\\s*"`);

/** In characters. */
const longestOpening = 256;

/**
 * Uses the first token that separates the options; null if none fits. Case is ignored, as in the
 * parser. An option missing from the alternatives gets 0.
 */
export function choiceProbabilities(
  options: readonly string[],
  tokens: readonly TokenLogprob[],
): Record<string, number> | null {
  const wanted = options.map((option) => option.toLowerCase());
  let written = "";
  for (const token of valueTokens(tokens)) {
    const alternatives = uniqueAlternatives(token);
    const mass = options.map(() => 0);
    let decides = false;
    for (const [text, logprob] of alternatives) {
      const fitting = fittingOptions(wanted, written + lead(text, written));
      decides ||= fitting.length > 0 && fitting.length < options.length;
      for (const at of fitting) mass[at] = (mass[at] ?? 0) + Math.exp(logprob) / fitting.length;
    }
    if (decides) return normalised(options, mass);
    written += lead(token.token.toLowerCase(), written);
    if (written !== "" && fittingOptions(wanted, written).length === 0) return null;
  }
  return null;
}

function valueTokens(tokens: readonly TokenLogprob[]): readonly TokenLogprob[] {
  let text = "";
  for (const [index, { token }] of tokens.entries()) {
    text += token;
    if (opening.test(text)) return tokens.slice(index + 1);
    if (text.length > longestOpening) break;
  }
  return tokens;
}

function uniqueAlternatives(token: TokenLogprob): Map<string, number> {
  const all = [...(token.top_logprobs ?? []), token];
  const unique = new Map<string, number>();
  // Tokens that differ in case add up; the same token twice counts once.
  for (const [text, logprob] of new Map(all.map((one) => [one.token, one.logprob]))) {
    const key = text.toLowerCase();
    const before = unique.get(key);
    unique.set(
      key,
      before === undefined ? logprob : Math.log(Math.exp(before) + Math.exp(logprob)),
    );
  }
  return unique;
}

function lead(text: string, written: string): string {
  return written === "" ? text.trimStart() : text;
}

function fittingOptions(wanted: readonly string[], beginning: string): number[] {
  if (beginning === "") return [];
  return wanted.flatMap((option, at) =>
    option.startsWith(beginning) || isWholeWord(option, beginning) ? [at] : [],
  );
}

/** "yes." is a yes, "yesterday" is not. */
function isWholeWord(option: string, text: string): boolean {
  return text.startsWith(option) && !/^\p{L}/u.test(text.slice(option.length));
}

function normalised(options: readonly string[], mass: readonly number[]): Record<string, number> {
  const total = mass.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(
    options.map((option, at) => [option, total > 0 ? (mass[at] ?? 0) / total : 1 / options.length]),
  );
}
