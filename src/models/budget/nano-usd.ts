/**
 * Counts whole billionths of a US dollar, so sums are exact. Amounts saturate at the largest safe
 * integer: subtracting from it would be a guess.
 */
export const nanoPerUsd = 1e9;
export const mostNano = Number.MAX_SAFE_INTEGER;

export function isNano(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Rounds up after removing floating-point noise, so rounding never crosses a cap. Negative and NaN
 * count as the maximum.
 */
export function toNano(usd: number): number {
  if (!(usd >= 0)) return mostNano;
  const exact = usd * nanoPerUsd;
  if (exact >= mostNano) return mostNano;
  return Math.min(mostNano, Math.ceil(Number(exact.toPrecision(14))));
}

/** Rounds down. */
export function capNano(usd: number): number {
  return Math.floor(Math.min(usd * nanoPerUsd, mostNano - 1));
}

export function addCapped(spent: number, more: number): number {
  return Math.min(mostNano, spent + more);
}

/** Never less than the charge itself. */
export function settleReservation(spent: number, aside: number, charge: number): number {
  if (spent >= mostNano) return mostNano;
  return addCapped(Math.max(0, spent - aside), charge);
}
