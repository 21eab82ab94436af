import type { QuestionRow } from "../question.ts";

export interface SampleOptions {
  limit?: number;
  /** Without a seed, the first ones are taken. */
  seed?: number;
}

/**
 * Keeps the file's order. Questions are drawn by a hash of seed and id, so a larger sample contains
 * the smaller one.
 */
export function sampleQuestions<T extends Pick<QuestionRow, "id">>(
  questions: readonly T[],
  { limit, seed }: SampleOptions,
): T[] {
  if (limit === undefined || limit >= questions.length) return [...questions];
  const most = Math.max(0, Math.floor(limit));
  if (seed === undefined) return questions.slice(0, most);
  const ranked = questions.map(({ id }, index) => ({ index, rank: hash(`${seed}:${id}`) }));
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  const drawn = new Set(ranked.slice(0, most).map(({ index }) => index));
  return questions.filter((_, index) => drawn.has(index));
}

/** FNV-1a over UTF-16 units with murmur3's finaliser, as 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
