/** CoopLLM's ROI (§3.2): v_imp / v_cost, with its three denominators. */

export const roiDenominators = ["largeTokens", "usd", "largeCalls"] as const;
export type RoiDenominator = (typeof roiDenominators)[number];

export const roiUnit: Readonly<Record<RoiDenominator, number>> = {
  largeTokens: 1000,
  usd: 1,
  largeCalls: 1,
};

/** Figure 2's cost per interaction, or calls per question; null if unknown or never called. */
export function costOfBar(
  cost: Readonly<Record<RoiDenominator, number | null>>,
  by: RoiDenominator,
): number | null {
  if (by === "largeCalls") return cost.largeCalls;
  const { largeCalls, [by]: whole } = cost;
  return whole === null || largeCalls === null || largeCalls === 0 ? null : whole / largeCalls;
}

export function improvement(base: number, better: number): number {
  return (better - base) / base;
}

/** Not finite if the base metric or the cost is 0. */
export function roi(base: number, better: number, cost: number, unit: number): number {
  return (improvement(base, better) / cost) * unit;
}
