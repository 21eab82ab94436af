/** Symmetric systems that may be singular, as row-major matrices. */

export interface Solved {
  /** Solves M x = b for b in the range of M; elsewhere the answer means nothing. */
  solve(b: Float64Array): Float64Array;
  isInRange(b: Float64Array): boolean;
  rank: number;
}

const tolerance = 1e-9;

/** Pivoted Cholesky: directions that M does not determine get no pivot, and 0 in the answer. */
export function factored(matrix: Float64Array, size: number): Solved {
  const left = Float64Array.from(matrix);
  const lower: Float64Array[] = [];
  const pivots: number[] = [];
  const largest = largestPivot(left, size).value;
  while (pivots.length < size) {
    const { at, value } = largestPivot(left, size);
    if (value <= tolerance * Math.max(largest, tolerance)) break;
    const root = Math.sqrt(value);
    const column = new Float64Array(size);
    for (let row = 0; row < size; row += 1) column[row] = (left[row * size + at] ?? 0) / root;
    for (let row = 0; row < size; row += 1) {
      const factor = column[row] ?? 0;
      if (factor === 0) continue;
      for (let other = 0; other < size; other += 1) {
        left[row * size + other] = (left[row * size + other] ?? 0) - factor * (column[other] ?? 0);
      }
    }
    // Exactly 0, so that rounding never makes it a pivot again.
    for (let other = 0; other < size; other += 1) {
      left[at * size + other] = 0;
      left[other * size + at] = 0;
    }
    lower.push(column);
    pivots.push(at);
  }
  const solve = (b: Float64Array) => substituted(lower, pivots, b);
  return {
    solve,
    rank: pivots.length,
    isInRange(b) {
      const x = solve(b);
      const scale = b.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      return b.every((value, row) => {
        let sum = 0;
        for (const at of pivots) sum += (matrix[row * size + at] ?? 0) * (x[at] ?? 0);
        return Math.abs(sum - value) <= 1e-7 * Math.max(scale, tolerance);
      });
    },
  };
}

function largestPivot(matrix: Float64Array, size: number): { at: number; value: number } {
  const most = { at: 0, value: 0 };
  for (let at = 0; at < size; at += 1) {
    const value = matrix[at * size + at] ?? 0;
    if (value > most.value) Object.assign(most, { at, value });
  }
  return most;
}

function substituted(
  lower: readonly Float64Array[],
  pivots: readonly number[],
  b: Float64Array,
): Float64Array {
  const forward = new Float64Array(pivots.length);
  pivots.forEach((pivot, step) => {
    let sum = b[pivot] ?? 0;
    for (let before = 0; before < step; before += 1) {
      sum -= (lower[before]?.[pivot] ?? 0) * (forward[before] ?? 0);
    }
    forward[step] = sum / (lower[step]?.[pivot] ?? 1);
  });
  const x = new Float64Array(b.length);
  for (let step = pivots.length - 1; step >= 0; step -= 1) {
    let sum = forward[step] ?? 0;
    for (let after = step + 1; after < pivots.length; after += 1) {
      const pivot = pivots[after] ?? 0;
      sum -= (lower[step]?.[pivot] ?? 0) * (x[pivot] ?? 0);
    }
    const pivot = pivots[step] ?? 0;
    x[pivot] = sum / (lower[step]?.[pivot] ?? 1);
  }
  return x;
}
