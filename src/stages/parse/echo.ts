/** A model may repeat its instructions instead of answering. */
import { normalise } from "../../language/normalise.ts";

/**
 * `fixed` are the words of every call of its kind ("" if none can be echoed), `own` those of this
 * call.
 */
export interface AskedIn {
  fixed: string;
  own: string;
}

/**
 * Fewer words may be the answer by chance, unless they are a name: the instructions' names are made
 * up.
 */
const fewestWords = 3;
const name = /^\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)+\.?$/u;
/** Matches "<answer>", "[name]", "…". */
const standsIn = /^\s*(?:<[^<>]*>|\[\p{L}[^[\]]*\]|\{[^{}]*\}|…|\.{3})\s*$/u;

/** An echo is a placeholder, or words of the instructions that this question lacks. */
export function isEcho(value: string, { fixed, own }: AskedIn): boolean {
  if (fixed === "") return false;
  if (standsIn.test(value)) return true;
  const words = apart(value);
  if (words.split(" ").length < fewestWords && !name.test(value.trim())) return false;
  const holds = (text: string) => ` ${apart(text)} `.includes(` ${words} `);
  return holds(fixed) && !holds(own);
}

/** JSON may have no white space between words. */
function apart(text: string): string {
  return normalise(text.replace(/[^\p{L}\p{M}\p{N}'’.]+/gu, " "));
}
