/** The largest of the numbers, and at least `least`; of any count, where `Math.max(...values)` overflows the stack. */
export function largestOf(values: readonly number[], least: number): number {
  return values.reduce((largest, value) => Math.max(largest, value), least);
}
