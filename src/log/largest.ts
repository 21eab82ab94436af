/** Unlike `Math.max(...values)`, does not overflow the stack for long lists. */
export function largestOf(values: readonly number[], least: number): number {
  return values.reduce((largest, value) => Math.max(largest, value), least);
}
