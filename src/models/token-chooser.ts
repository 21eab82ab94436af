import { AppError } from "../log/errors.ts";
import type { Constraint } from "../runtime/ports.ts";
import { ChoiceScorer } from "./constraint/choice-score.ts";
import { ConstraintSession } from "./constraint/session.ts";
import type { TokenTrie } from "./constraint/token-trie.ts";

interface Constrained {
  session: ConstraintSession;
  scorer: ChoiceScorer | null;
}

export interface ChooserOptions {
  trie: TokenTrie;
  endIds: readonly number[];
  /**
   * These end a constrained output where it may end: a model that goes on with " [1]" is done,
   * though only the end token is allowed.
   */
  stopIds: readonly number[];
  constraint: Constraint | undefined;
  /** A space before the output belongs to the prompt. */
  leadingSpace: boolean;
  temperature: number;
  /** In [0, 1); called only if temperature > 0. */
  random: () => number;
}

interface Measured {
  /** A logit minus this is its log-probability. */
  logTotal: number;
  largestId: number;
}

/** Two factors and a short series give any other power. */
const wholePowers = Float64Array.from({ length: 128 }, (_, power) => Math.exp(-power));
const partPowers = Float64Array.from({ length: 64 }, (_, power) => Math.exp(-power / 64));

/**
 * Accurate to 3 · 10⁻⁹; 0 from 128 on. `Math.exp` per vocabulary entry was measurably slow
 * (docs/results.md).
 */
function expOfMinus(distance: number): number {
  if (distance >= wholePowers.length) return 0;
  const whole = Math.trunc(distance);
  const parts = (distance - whole) * partPowers.length;
  const part = Math.trunc(parts);
  const rest = (parts - part) / partPowers.length;
  const series = 1 - rest * (1 - rest * (0.5 - rest / 6));
  return (wholePowers[whole] ?? Number.NaN) * (partPowers[part] ?? Number.NaN) * series;
}

/** Throws for logits that no working model gives. */
function measure(logits: Float32Array): Measured {
  let largest = Number.NEGATIVE_INFINITY;
  let largestId = 0;
  for (let id = 0; id < logits.length; id++) {
    const logit = logits[id] ?? Number.NEGATIVE_INFINITY;
    if (logit > largest) {
      largest = logit;
      largestId = id;
    }
  }
  let sum = 0;
  for (let id = 0; id < logits.length; id++) sum += expOfMinus(largest - (logits[id] ?? 0));
  const logTotal = largest + Math.log(sum);
  if (!Number.isFinite(logTotal)) {
    throw new AppError("model-nonsense", { cause: "logits", largest: String(largest) });
  }
  return { logTotal, largestId };
}

function largestOf(candidates: ArrayLike<number>, logits: Float32Array): number {
  let best = -1;
  let bestLogit = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < candidates.length; at++) {
    const id = candidates[at] ?? -1;
    const logit = logits[id] ?? Number.NEGATIVE_INFINITY;
    if (best === -1 || logit > bestLogit) {
      best = id;
      bestLogit = logit;
    }
  }
  return best;
}

function sampled(
  candidates: readonly number[],
  logits: Float32Array,
  { temperature, random }: ChooserOptions,
): number {
  const largest = logits[largestOf(candidates, logits)] ?? 0;
  const weights = candidates.map((id) => Math.exp(((logits[id] ?? 0) - largest) / temperature));
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return candidates[index] ?? largestOf(candidates, logits);
}

export class TokenChooser {
  readonly #options: ChooserOptions;
  readonly #constrained: Constrained | null;
  /** Unconstrained; the end token is not included. */
  readonly logprobs: number[] = [];
  readonly #taken: number[] = [];
  #chosen = 0;
  #ended = false;

  constructor(options: ChooserOptions) {
    this.#options = options;
    const { constraint, trie, leadingSpace } = options;
    this.#constrained =
      constraint === undefined
        ? null
        : {
            session: new ConstraintSession(constraint, trie, { leadingSpace }),
            scorer: constraint.kind === "choice" ? new ChoiceScorer(constraint.options) : null,
          };
  }

  get chosen(): number {
    return this.#chosen;
  }

  /** A character split over tokens is in the last one's text. */
  get tokens(): string[] {
    const decoder = new TextDecoder();
    return this.#taken.map((id) => decoder.decode(this.#bytesOf(id), { stream: true }));
  }

  get ended(): boolean {
    return this.#ended;
  }

  get satisfied(): boolean {
    return this.#constrained?.session.mayEnd() ?? false;
  }

  get choiceProbabilities(): Readonly<Record<string, number>> | null {
    return this.#constrained?.scorer?.probabilities ?? null;
  }

  choose(logits: Float32Array): number {
    const { logTotal, largestId } = measure(logits);
    const logprobOf = (id: number) => (logits[id] ?? Number.NEGATIVE_INFINITY) - logTotal;
    const id =
      this.#constrained === null
        ? this.#pickFree(logits, largestId)
        : this.#pickConstrained(this.#constrained, logits, logprobOf);
    this.#chosen += 1;
    if (this.#endsWith(id)) {
      this.#ended = true;
      return id;
    }
    this.logprobs.push(logprobOf(id));
    this.#taken.push(id);
    this.#constrained?.scorer?.accept(this.#bytesOf(id));
    this.#constrained?.session.accept(id);
    this.#ended = this.#constrained?.session.mustEnd() ?? false;
    return id;
  }

  #endsWith(id: number): boolean {
    const { endIds, stopIds } = this.#options;
    return endIds.includes(id) || (this.satisfied && stopIds.includes(id));
  }

  #pickFree(logits: Float32Array, largestId: number): number {
    if (this.#options.temperature === 0) return largestId;
    return sampled([...logits.keys()], logits, this.#options);
  }

  #pickConstrained(
    { session, scorer }: Constrained,
    logits: Float32Array,
    logprobOf: (id: number) => number,
  ): number {
    const allowed = session.allowed();
    const { endIds, stopIds } = this.#options;
    const end = session.mayEnd() ? largestOf([...endIds, ...stopIds], logits) : null;
    scorer?.observe(
      Array.from(allowed, (id) => ({ bytes: this.#bytesOf(id), logprob: logprobOf(id) })),
      end === null ? null : logprobOf(end),
    );
    if (allowed.length === 0 && end === null) {
      throw new AppError("generation-failed", { cause: "dead-end" });
    }
    const ends = end === null ? [] : [end];
    if (this.#options.temperature > 0) return sampled([...allowed, ...ends], logits, this.#options);
    return largestOf([largestOf(allowed, logits), ...ends], logits);
  }

  #bytesOf(id: number): Uint8Array {
    return this.#options.trie.bytesOf(id) ?? new Uint8Array();
  }
}
