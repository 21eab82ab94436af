import { withoutAccents } from "../../../../language/normalise.ts";
import type { Entry } from "../../../../retrieval/libraries/contents/contents.ts";

/** Ignores accents, case, punctuation and spaces; prefix matches first. */
export function matching(entries: readonly Entry[], search: string): readonly Entry[] {
  const wanted = folded(search);
  if (wanted === "") return entries;
  const words = wanted.split(" ");
  const found = entries.flatMap((entry) => {
    const names = [entry.title, ...entry.others].map(folded);
    const fitting = names.filter((name) => words.every((word) => name.includes(word)));
    if (fitting.length === 0) return [];
    return [{ entry, begins: fitting.some((name) => name.startsWith(wanted)) }];
  });
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)].map(
    ({ entry }) => entry,
  );
}

function folded(text: string): string {
  return withoutAccents(text)
    .replace(/['’‘ʻ`´]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
