import type { Spent } from "../result.ts";
import type { Setup } from "../setups.ts";

export interface CostEstimate {
  usd: number | null;
  from: "no-paid-model" | "questions-answered-here" | "nothing-yet";
  questions: number;
}

/** Mean costs by setup, of the questions answered in this process. */
export class Prices {
  readonly #smallIsFree: boolean;
  readonly #answered = new Map<string, { questions: number; usd: number | null }>();

  /** The small model is free if it runs in this process. */
  constructor({ smallIsFree }: { smallIsFree: boolean }) {
    this.#smallIsFree = smallIsFree;
  }

  /** One unknown cost makes the mean unknown. */
  note(setup: string, { usd }: Pick<Spent, "usd">): void {
    const before = this.#answered.get(setup) ?? { questions: 0, usd: 0 };
    this.#answered.set(setup, {
      questions: before.questions + 1,
      usd: usd === null || before.usd === null ? null : before.usd + usd,
    });
  }

  estimate(name: string, setup: Setup | undefined): CostEstimate {
    const { questions, usd } = this.#answered.get(name) ?? { questions: 0, usd: null };
    const choices = Object.values(setup?.stages ?? {});
    const isSmall = choices.length > 0 && choices.every((choice) => choice === "small");
    if (isSmall && this.#smallIsFree) return { usd: 0, from: "no-paid-model", questions };
    if (questions === 0) return { usd: null, from: "nothing-yet", questions };
    return {
      usd: usd === null ? null : usd / questions,
      from: "questions-answered-here",
      questions,
    };
  }
}
