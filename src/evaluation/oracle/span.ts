import { tokenF1 } from "../../metrics/score.ts";

/**
 * A word F1: "August 21, 1921" matches "21 August 1921", but another day of that month does not.
 */
export const leastShared = 0.75;

export function spanIn(text: string, answer: string): string | null {
  return asItStands(text, answer) ?? closestRun(text, answer);
}

/** "921" matches neither in "1921" nor in "1,921". */
const notInWord = String.raw`(?<![\p{L}\p{N}]|\p{N}[.,])`;
const notOnInWord = String.raw`(?![\p{L}\p{N}]|[.,]\p{N})`;

function asItStands(text: string, answer: string): string | null {
  const wanted = answer.trim().replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  if (wanted === "") return null;
  const found = new RegExp(`${notInWord}${wanted}${notOnInWord}`, "iu").exec(text);
  return found === null ? null : found[0];
}

function closestRun(text: string, answer: string): string | null {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const { length } = answer.trim().split(/\s+/u);
  let best: { run: string; shared: number } | null = null;
  for (const size of [length, length - 1, length + 1]) {
    for (let from = 0; size > 0 && from + size <= words.length; from += 1) {
      const run = words.slice(from, from + size).join(" ");
      const shared = tokenF1(run, [answer]);
      if (shared >= leastShared && shared > (best?.shared ?? 0)) best = { run, shared };
    }
  }
  return best === null ? null : withoutMarksAround(best.run);
}

/** "5 %" and "(1921)" keep their ends. */
function withoutMarksAround(run: string): string {
  const letters = [...run];
  const first = letters.findIndex((letter) => /[\p{L}\p{N}]/u.test(letter));
  const last = letters.findLastIndex((letter) => /[\p{L}\p{N}%)]/u.test(letter));
  return letters.slice(Math.max(0, first), last + 1).join("");
}
