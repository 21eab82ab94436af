/**
 * Weights over the setups of a pipeline. A setup is a number whose digit i, with base `models[i]`,
 * names the model of stage i; digit 0 is the stage's first model, from which it is upgraded.
 */

export interface Upgrade {
  stage: number;
  /** At least 1. */
  model: number;
}

export function setupCount(models: readonly number[]): number {
  return models.reduce((product, count) => product * count, 1);
}

export function digitsOf(setup: number, models: readonly number[]): number[] {
  let left = setup;
  return models.map((count) => {
    const digit = left % count;
    left = Math.floor(left / count);
    return digit;
  });
}

export function setupOf(digits: readonly number[], models: readonly number[]): number {
  return digits.reduceRight((sum, digit, stage) => sum * (models[stage] ?? 1) + digit, 0);
}

/**
 * The upgrade's Shapley value among upgrades of all stages; where another stage has several, each
 * is as likely.
 */
export function shapleyWeights(models: readonly number[], { stage, model }: Upgrade): number[] {
  return weighted(models, (digits) => {
    const sign = signOf(digits[stage], model);
    const others = digits.filter((digit, at) => at !== stage && digit > 0).length;
    const orders =
      (factorial(others) * factorial(models.length - 1 - others)) / factorial(models.length);
    const choices = digits.reduce(
      (product, digit, at) =>
        at === stage || digit === 0 ? product : product * ((models[at] ?? 2) - 1),
      1,
    );
    return (sign * orders) / choices;
  });
}

/** The upgrade's mean effect over all setups of the other stages. */
export function mainWeights(models: readonly number[], { stage, model }: Upgrade): number[] {
  const others = setupCount(models) / (models[stage] ?? 1);
  return weighted(models, (digits) => signOf(digits[stage], model) / others);
}

function signOf(digit: number | undefined, model: number): number {
  return digit === model ? 1 : digit === 0 ? -1 : 0;
}

function weighted(
  models: readonly number[],
  weight: (digits: readonly number[]) => number,
): number[] {
  // Not −0, which would print.
  return Array.from(
    { length: setupCount(models) },
    (_, setup) => weight(digitsOf(setup, models)) || 0,
  );
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
