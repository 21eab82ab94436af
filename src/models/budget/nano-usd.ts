/**
 * Amounts of money in billionths of a US dollar: whole numbers, so that nothing is lost in adding
 * up. They stop at the largest that is exact, and an amount that has reached it stays there: what
 * was taken off it again would be a guess.
 */
export const nanoPerUsd = 1e9;
export const mostNano = Number.MAX_SAFE_INTEGER;

export function isNano(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Rounded up, so that rounding never lets a cap be crossed; the noise of the product is cut first.
 * What is no amount (negative, not a number) counts as the most there is: it could be anything.
 */
export function toNano(usd: number): number {
  if (!(usd >= 0)) return mostNano;
  const exact = usd * nanoPerUsd;
  if (exact >= mostNano) return mostNano;
  return Math.min(mostNano, Math.ceil(Number(exact.toPrecision(14))));
}

/** The most whole billionths that are no more than a cap of so many dollars. */
export function capNano(usd: number): number {
  return Math.floor(Math.min(usd * nanoPerUsd, mostNano - 1));
}

export function addCapped(spent: number, more: number): number {
  return Math.min(mostNano, spent + more);
}

/** `charge` takes the place of what was set aside for it; never less than the charge itself. */
export function settleReservation(spent: number, aside: number, charge: number): number {
  if (spent >= mostNano) return mostNano;
  return addCapped(Math.max(0, spent - aside), charge);
}
