/** Adam (Kingma and Ba); the schedule is the paper's. */

export class Adam {
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  #steps = 0;

  constructor(size: number) {
    this.#first = new Float64Array(size);
    this.#second = new Float64Array(size);
  }

  step(parameters: Float64Array, gradient: Float64Array, learningRate: number): void {
    this.#steps += 1;
    const firstBias = 1 - beta1 ** this.#steps;
    const secondBias = 1 - beta2 ** this.#steps;
    for (let index = 0; index < parameters.length; index += 1) {
      const slope = gradient[index] ?? 0;
      const first = beta1 * (this.#first[index] ?? 0) + (1 - beta1) * slope;
      const second = beta2 * (this.#second[index] ?? 0) + (1 - beta2) * slope * slope;
      this.#first[index] = first;
      this.#second[index] = second;
      const move = first / firstBias / (Math.sqrt(second / secondBias) + epsilon);
      parameters[index] = (parameters[index] ?? 0) - learningRate * move;
    }
  }
}

const beta1 = 0.9;
const beta2 = 0.999;
const epsilon = 1e-8;

/**
 * The learning-rate factor at a step, from 0: it rises to 1 over the first `warmup` share, then
 * falls to 0 just after the last.
 */
export function linearSchedule(step: number, steps: number, warmup: number): number {
  const rising = Math.ceil(warmup * steps);
  if (step < rising) return (step + 1) / rising;
  return (steps - step) / Math.max(1, steps - rising);
}
