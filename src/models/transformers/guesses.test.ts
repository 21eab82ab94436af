import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenGuesses } from "./guesses.ts";

const tokens = fc.array(fc.nat(5), { maxLength: 40 });

describe("guesses of the next tokens", () => {
  it("go on as the longest known beginning went on", () => {
    const guesses = new TokenGuesses();
    guesses.learn([1, 2, 3, 4, 9, 2, 7]);
    expect(guesses.after([8, 2, 3], 3)).toEqual([4, 9, 2]);
    // 2 alone was last followed by 7, but after 1 by 3.
    expect(guesses.after([8, 2], 1)).toEqual([7]);
    expect(guesses.after([1, 2], 1)).toEqual([3]);
    expect(guesses.after([5], 3)).toEqual([]);
  });

  it("are as the last text went on, where texts differ", () => {
    const guesses = new TokenGuesses();
    guesses.learn([1, 2, 3]);
    guesses.learn([1, 2, 4]);
    expect(guesses.after([1, 2], 1)).toEqual([4]);
  });

  it("follow their token somewhere in what was learnt, and are no more than asked for", () => {
    fc.assert(
      fc.property(tokens, tokens, fc.nat(4), (learnt, ids, count) => {
        const guesses = new TokenGuesses();
        guesses.learn(learnt);
        const guessed = guesses.after(ids, count);
        expect(guessed.length).toBeLessThanOrEqual(count);
        const whole = [...ids.slice(-1), ...guessed];
        const pairs = new Set(learnt.slice(1).map((id, at) => `${learnt[at]},${id}`));
        for (const [at, id] of guessed.entries()) expect(pairs).toContain(`${whole[at]},${id}`);
      }),
    );
  });

  it("are the same whether a text is learnt whole or token by token", () => {
    fc.assert(
      fc.property(tokens, tokens, (learnt, ids) => {
        const whole = new TokenGuesses();
        whole.learn(learnt);
        const single = new TokenGuesses();
        for (let at = 1; at <= learnt.length; at += 1) single.learn(learnt.slice(0, at), at - 1);
        expect(single.after(ids, 3)).toEqual(whole.after(ids, 3));
      }),
    );
  });
});
