/** Accounts for every call, independently of the ledger under test. */
import { addCapped, isNano, mostNano } from "../../src/models/budget/nano-usd.ts";
import type { History } from "./ledger-history.ts";

export class Violation extends Error {
  override readonly name = "Violation";
}

export interface Call {
  day: string;
  question: object;
  /** In nano-dollars. */
  most: number;
  /** In nano-dollars. */
  charge: number;
  state: "asked" | "begun" | "settled" | "refused" | "dead";
  /** The tab died after the call had begun. */
  hasBegun: boolean;
  /** The reservation may remain. */
  isFaulty: boolean;
}

export class DayBook {
  readonly calls: Call[] = [];
  readonly tally = { begun: 0, refused: 0 };
  readonly #history: History;
  readonly #damaged = new Set<string>();

  constructor(history: History) {
    this.#history = history;
  }

  asked(call: Omit<Call, "state" | "hasBegun" | "isFaulty">): Call {
    const kept: Call = { ...call, state: "asked", hasBegun: false, isFaulty: false };
    this.calls.push(kept);
    return kept;
  }

  /** The call's worst case must fit. */
  begun(call: Call): void {
    const { dayCap } = this.#history;
    if (dayCap !== null && this.#damaged.has(call.day)) {
      throw new Violation(`a call began on ${call.day}, whose row is damaged`);
    }
    call.state = "begun";
    call.hasBegun = true;
    this.tally.begun += 1;
    this.#checkRoom(call);
  }

  /** `cap`: the day's cap refused the call. */
  refused(call: Call, cap: boolean): void {
    const { dayCap } = this.#history;
    const taken = this.#sum(call, (one) => this.#bounds(one).upper) - this.#bounds(call).upper;
    if (cap && dayCap !== null && !this.#damaged.has(call.day) && taken + call.most <= dayCap) {
      throw new Violation(`${call.day} has ${taken} of ${dayCap}, yet ${call.most} was refused`);
    }
    call.state = "refused";
    this.tally.refused += 1;
  }

  settled(call: Call): void {
    call.state = "settled";
    this.#checkSum(call);
  }

  /** Calls still open when their page closed count at their worst case. */
  spentBy(question: object): number {
    return this.calls
      .filter((call) => call.question === question && call.hasBegun)
      .reduce((sum, { state, most, charge }) => {
        return addCapped(sum, state === "settled" ? charge : most);
      }, 0);
  }

  damaged(day: string): void {
    this.#damaged.add(day);
  }

  compare(rows: ReadonlyMap<string, unknown>): void {
    const days = new Set([...rows.keys(), ...this.calls.map(({ day }) => day)]);
    for (const day of days) {
      if (this.#damaged.has(day)) continue;
      const stored = rows.get(day) ?? 0;
      const bounds = this.calls
        .filter((call) => call.day === day)
        .map((call) => this.#bounds(call));
      const lower = bounds.reduce((sum, one) => addCapped(sum, one.lower), 0);
      const upper = bounds.reduce((sum, one) => addCapped(sum, one.upper), 0);
      if (!isNano(stored) || stored < lower || stored > upper) {
        throw new Violation(`${day} has ${String(stored)} in the ledger, not ${lower} to ${upper}`);
      }
    }
  }

  #bounds({ state, most, charge, hasBegun, isFaulty }: Call): { lower: number; upper: number } {
    const isRecorded = this.#history.dayCap !== null;
    const low = isRecorded ? Math.min(most, charge) : 0;
    switch (state) {
      case "asked":
      case "refused":
        return { lower: 0, upper: state === "asked" || isFaulty ? most : 0 };
      case "begun":
        return { lower: low, upper: most };
      case "settled":
        return isFaulty
          ? { lower: low, upper: Math.max(most, charge) }
          : { lower: charge, upper: charge };
      case "dead":
        return { lower: hasBegun ? low : 0, upper: Math.max(most, charge) };
    }
  }

  #sum(call: Call, of: (one: Call) => number): number {
    return this.calls
      .filter(({ day }) => day === call.day)
      .reduce((sum, one) => addCapped(sum, of(one)), 0);
  }

  /** Includes known charges above the worst case. */
  #checkRoom(call: Call): void {
    const { dayCap, questionCap } = this.#history;
    const day = this.#sum(call, atBegin);
    if (dayCap !== null && day > dayCap) {
      throw new Violation(`a call began on ${call.day}: ${day} of ${dayCap}`);
    }
    const question = this.calls
      .filter((one) => one.question === call.question)
      .reduce((sum, one) => addCapped(sum, atBegin(one)), 0);
    if (questionCap !== null && question > questionCap) {
      throw new Violation(`a call began in a question: ${question} of ${questionCap}`);
    }
  }

  /** A server that overcharges cannot be held back. */
  #checkSum(call: Call): void {
    const { dayCap } = this.#history;
    const held = this.#sum(call, (one) => Math.min(one.most, atBegin(one)));
    if (dayCap !== null && held > dayCap) {
      throw new Violation(`${call.day} has ${held} settled and set aside, of ${dayCap}`);
    }
  }
}

/** This part counts against the cap when another call begins. */
function atBegin({ state, most, charge, hasBegun, isFaulty }: Call): number {
  if (state === "begun") return most;
  if (state === "settled") return isFaulty ? Math.min(most, charge) : charge;
  return state === "dead" && hasBegun ? Math.min(most, charge) : 0;
}

/** Clamped to the largest amount that can be counted. */
export function chargeOf(tokens: { read: number; written: number }): number {
  const nano = tokens.read * tokenNano.read + tokens.written * tokenNano.written;
  return Math.min(mostNano, nano);
}

/** Whole numbers keep the account exact. */
export const tokenNano = { read: 2_500, written: 10_000 };
