/**
 * Weights over 2^k combinations, for the value Σ weight × worth. Bit i is 1 if stage i is large.
 */
export function shapleyWeights(stages: number, stage: number): number[] {
  return Array.from({ length: 2 ** stages }, (_, combination) => {
    const large = bitsOf(combination);
    const has = (combination >> stage) & 1;
    const others = large - has;
    const orders = (factorial(others) * factorial(stages - 1 - others)) / factorial(stages);
    return has === 1 ? orders : -orders;
  });
}

function bitsOf(combination: number): number {
  return combination === 0 ? 0 : (combination & 1) + bitsOf(combination >> 1);
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
