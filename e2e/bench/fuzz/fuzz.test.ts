import { describe, expect, it } from "vitest";
import { fuzz, inputOf } from "./fuzz.ts";
import { fuzzTargets } from "./targets.ts";

const inputs = 300;
const targets = await fuzzTargets();

describe("broken inputs", () => {
  it.each(Object.entries(targets))("of %s are read or refused, in time", async (_, target) => {
    const { failures, accepted, refused } = await fuzz(target, 20_000, inputs);
    expect(failures).toEqual([]);
    expect(accepted + refused).toBe(inputs);
  });

  it("come again by their seed", () => {
    for (const target of Object.values(targets)) {
      expect(inputOf(target, 7)).toBe(inputOf(target, 7));
    }
  });
});

describe("the fuzzer", () => {
  const fixtures = ['{"a":1}'];

  it("finds what is thrown untyped, and makes its input small", async () => {
    const read = (text: string) => {
      if (text.includes("__proto__")) throw new TypeError("not read");
    };
    const { failures } = await fuzz({ fixtures, read }, 1, 400);
    expect(failures[0]).toMatchObject({ problem: "TypeError: not read", input: "__proto__" });
  });

  it("finds what takes long", async () => {
    const read = (text: string) => {
      const until = performance.now() + (text.includes("9e99") ? 1100 : 0);
      while (performance.now() < until);
    };
    const { failures } = await fuzz({ fixtures: ["[9e99]"], read }, 1, 1);
    expect(failures.every(({ problem }) => problem === "it takes too long")).toBe(true);
  });
});
