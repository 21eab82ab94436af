/** Finds how a question orders two quantities ("longer", "first"). */

import { type Order, orders } from "../../log/search-events.ts";
import { tokens } from "../normalise.ts";
import type { Quantity } from "./quantity.ts";

const timeWords = wordsOf({
  earlier: "earlier earliest first before older oldest sooner soonest",
  later: "later latest last after newer newest younger youngest recent recently",
});
const amountWords = wordsOf({
  greater:
    "more larger bigger greater higher taller longer wider broader heavier older richer faster farther further warmer hotter " +
    "most largest biggest greatest highest tallest longest widest broadest heaviest oldest richest fastest farthest",
  less:
    "fewer less smaller lower shorter narrower lighter younger poorer slower nearer closer colder cooler " +
    "fewest least smallest lowest shortest narrowest lightest youngest poorest slowest nearest closest",
});

function wordsOf(lists: Partial<Record<Order, string>>): ReadonlyMap<string, Order> {
  return new Map(
    orders.flatMap((order) => (lists[order]?.split(" ") ?? []).map((word) => [word, order])),
  );
}

/** `difference` is `a` minus `b`; null if they are not ordered or comparable. */
export function orderAsked(
  question: string,
  a: Quantity,
  b: Quantity,
): { order: Order; difference: number } | null {
  const words = tokens(question);
  if (a.day !== null && b.day !== null) {
    const order = firstOf(words, timeWords);
    return order === null ? null : { order, difference: daysApart(a.day, b.day) };
  }
  if (a.amount === null || b.amount === null || a.unit !== b.unit) return null;
  const order = isDepth(words) ? depthOrder(a.amount, b.amount) : firstOf(words, amountWords);
  return order === null ? null : { order, difference: a.amount - b.amount };
}

/** Compares at the common precision: a year and a day in it have no order. */
function daysApart(one: number, other: number): number {
  const step = [10_000, 100].find((size) => one % size === 0 || other % size === 0) ?? 1;
  return Math.trunc(one / step) - Math.trunc(other / step);
}

function isDepth(words: readonly string[]): boolean {
  return words.includes("deeper") || words.includes("deepest");
}

/** Below sea level the lesser height is the deeper place. */
function depthOrder(one: number, other: number): Order {
  return one < 0 && other < 0 ? "less" : "greater";
}

/** Prefers a comparative ("the higher lowest point") to a superlative. */
function firstOf(words: readonly string[], known: ReadonlyMap<string, Order>): Order | null {
  const found = words.filter((word) => known.has(word));
  const comparative = found.find((word) => !/(?:est|most|first|last)$/u.test(word));
  return known.get(comparative ?? found[0] ?? "") ?? null;
}
