/** Whether a model gives words of its instructions back instead of an answer. */
import { normalise } from "../../language/normalise.ts";

/** What a call was asked in: the words of every call of its kind ("" where none can be given back), and those of this one. */
export interface AskedIn {
  fixed: string;
  own: string;
}

/** Fewer words of the instructions may be the answer by chance, unless they are a name: those are made up. */
const fewestWords = 3;
const name = /^\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)+\.?$/u;
/** What only stands for an answer: "<answer>", "[name]", "…". */
const standsIn = /^\s*(?:<[^<>]*>|\[\p{L}[^[\]]*\]|\{[^{}]*\}|…|\.{3})\s*$/u;

/** Whether `value` is a placeholder, or words of the instructions that this question has not. */
export function isEcho(value: string, { fixed, own }: AskedIn): boolean {
  if (fixed === "") return false;
  if (standsIn.test(value)) return true;
  const words = apart(value);
  if (words.split(" ").length < fewestWords && !name.test(value.trim())) return false;
  const holds = (text: string) => ` ${apart(text)} `.includes(` ${words} `);
  return holds(fixed) && !holds(own);
}

/** Marks between words part them: in JSON, no white space may. */
function apart(text: string): string {
  return normalise(text.replace(/[^\p{L}\p{M}\p{N}'’.]+/gu, " "));
}
