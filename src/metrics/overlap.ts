export function overlap(predicted: readonly string[], expected: readonly string[]): number {
  const remaining = new Map<string, number>();
  for (const word of expected) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of predicted) {
    const count = remaining.get(word) ?? 0;
    if (count === 0) continue;
    remaining.set(word, count - 1);
    common += 1;
  }
  return common;
}

export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    b.forEach((other, index) => {
      const diagonal = row[index] ?? 0;
      next.push(word === other ? diagonal + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}

/** F1; 0 if any is 0. */
export function harmonic(common: number, predicted: number, expected: number): number {
  if (common === 0) return 0;
  const precision = common / predicted;
  const recall = common / expected;
  return (2 * precision * recall) / (precision + recall);
}
