import { describe, expect, it } from "vitest";
import { orderAsked } from "./order.ts";
import { parseQuantity } from "./quantity.ts";

function asked(question: string, one: string, other: string) {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  if (a === null || b === null) throw new Error("no quantity");
  return orderAsked(question, a, b);
}

describe("orderAsked", () => {
  it.each([
    ["Which is longer?", "5 km", "7 km", "greater", -2],
    ["Which has the fewest people?", "5", "3", "less", 2],
    ["Whose lowest point is higher?", "-155 m", "-125 m", "greater", -30],
    ["Whose lowest point is deeper?", "-155 m", "-125 m", "less", -30],
    ["Which lake is deeper?", "155 m", "125 m", "greater", 30],
    ["Who is older?", "12 years", "10 years", "greater", 2],
  ])("%s %s, %s", (question, one, other, order, difference) => {
    expect(asked(question, one, other)).toEqual({ order, difference });
  });

  it.each([
    ["Who was born first?", "4 May 1950", "3 May 1950", "earlier", 1],
    ["Which came out more recently?", "1950", "June 1989", "later", -39],
    ["Who is younger?", "44 BC", "10 BC", "later", -34],
  ])("%s %s, %s", (question, one, other, order, sign) => {
    const found = asked(question, one, other);
    expect(found?.order).toBe(order);
    expect(Math.sign(found?.difference ?? 0)).toBe(Math.sign(sign));
  });

  it("finds no difference between a year and a day of it, or a month and a day of it", () => {
    expect(asked("Who was born first?", "1950", "3 May 1950")?.difference).toBe(0);
    expect(asked("Who was born first?", "3 May 1950", "May 1950")?.difference).toBe(0);
  });

  it.each([
    ["Which is prettier?", "5 km", "7 km"],
    ["Which is longer?", "5 km", "7 miles"],
    ["Which is larger?", "3 May 1830", "17 March 1861"],
    ["Which is longer?", "5 km", "1861"],
  ])("does not order: %s %s, %s", (question, one, other) => {
    expect(asked(question, one, other)).toBeNull();
  });
});
