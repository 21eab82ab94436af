/** CoopLLM's ROI (§3.2): v_imp / v_cost, with its three denominators. */

export const roiDenominators = ["largeTokens", "usd", "largeCalls"] as const;
export type RoiDenominator = (typeof roiDenominators)[number];

/** ROI is told for 1,000 large tokens, for one US dollar and for one call. */
export const roiUnit: Readonly<Record<RoiDenominator, number>> = {
  largeTokens: 1000,
  usd: 1,
  largeCalls: 1,
};

/** v_imp: the improvement relative to the metric of all-small. Not finite where that is 0. */
export function improvement(base: number, better: number): number {
  return (better - base) / base;
}

/** Not finite where the base metric or the cost is 0. */
export function roi(base: number, better: number, cost: number, unit: number): number {
  return (improvement(base, better) / cost) * unit;
}
