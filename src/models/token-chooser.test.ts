import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Constraint } from "../runtime/ports.ts";
import { tokenBytes } from "./constraint/token-bytes.ts";
import { TokenTrie } from "./constraint/token-trie.ts";
import { TokenChooser } from "./token-chooser.ts";

const words = ["yes", "no", "y", "n", "o", "es", "maybe", "<end>"];
const END = 7;
const trie = new TokenTrie(tokenBytes(new Map(words.map((w, i) => [w, i])), new Set([END])));

function chooser(
  constraint?: Constraint,
  temperature = 0,
  random = () => 0,
  stopIds: readonly number[] = [],
) {
  const fixed = { trie, endIds: [END], leadingSpace: false };
  return new TokenChooser({ ...fixed, stopIds, constraint, temperature, random });
}

function logits(probabilities: Record<string, number>): Float32Array {
  return Float32Array.from(words, (word) => Math.log(probabilities[word] ?? 1e-9));
}

describe("TokenChooser", () => {
  it("takes the likeliest token and its log-probability", () => {
    const free = chooser();
    expect(free.choose(logits({ maybe: 0.6, yes: 0.4 }))).toBe(6);
    expect(free.logprobs[0]).toBeCloseTo(Math.log(0.6), 4);
    expect(free.ended).toBe(false);
    expect(free.choose(logits({ "<end>": 0.9 }))).toBe(END);
    expect(free.ended).toBe(true);
    expect(free.chosen).toBe(2);
    expect(free.logprobs).toHaveLength(1);
    expect(free.tokens).toEqual(["maybe"]);
  });

  it("gives the log-probability that Math.exp gives, whatever the logits", () => {
    const any = fc.oneof(
      fc.float({ min: -200, max: 200, noNaN: true }),
      fc.float({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(-Infinity, 0),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: words.length, maxLength: words.length }), (values) => {
        const given = Float32Array.from(values);
        fc.pre(given.some(Number.isFinite));
        const free = chooser();
        const id = free.choose(given);
        const largest = Math.max(...given);
        const sum = given.reduce((total, logit) => total + Math.exp(logit - largest), 0);
        if (id !== END) expect(free.logprobs[0]).toBeCloseTo(-Math.log(sum), 7);
      }),
    );
  });

  it("measures before the constraint and chooses after it", () => {
    const choice = chooser({ kind: "choice", options: ["yes", "no"] });
    expect(choice.choose(logits({ maybe: 0.8, yes: 0.1, no: 0.05, n: 0.05 }))).toBe(0);
    expect(choice.logprobs[0]).toBeCloseTo(Math.log(0.1), 4);
    expect(choice.choiceProbabilities?.["yes"]).toBeCloseTo(0.5, 4);
    expect(choice.choiceProbabilities?.["no"]).toBeCloseTo(0.5, 4);
    expect(choice.ended).toBe(true);
    expect(choice.satisfied).toBe(true);
  });

  it("shares a token that fits several options, and reads the end where one is complete", () => {
    const choice = chooser({ kind: "choice", options: ["n", "no"] });
    choice.choose(logits({ no: 0.3, n: 0.7 }));
    expect(choice.choiceProbabilities?.["n"]).toBeCloseTo(0.35, 4);
    expect(choice.choiceProbabilities?.["no"]).toBeCloseTo(0.65, 4);
    expect(choice.ended).toBe(false);
    expect(choice.choose(logits({ "<end>": 0.2, o: 0.1, yes: 0.7 }))).toBe(END);
    expect(choice.satisfied).toBe(true);
  });

  it("waits for the token that tells the options apart", () => {
    const choice = chooser({ kind: "choice", options: ["yesyes", "yesno"] });
    choice.choose(logits({ yes: 1 }));
    expect(choice.choiceProbabilities).toBeNull();
    choice.choose(logits({ no: 0.75, yes: 0.25 }));
    expect(choice.choiceProbabilities?.["yesno"]).toBeCloseTo(0.75, 4);
  });

  it("has no preference between options it rules out alike", () => {
    const choice = chooser({ kind: "choice", options: ["yes", "no"] });
    const rejected = Float32Array.from(words, (word) => (word === "maybe" ? 1000 : -1000));
    choice.choose(rejected);
    expect(choice.choiceProbabilities).toEqual({ yes: 0.5, no: 0.5 });
  });

  it("takes a stop string for the end where a constrained output may end, and only there", () => {
    const stops = trie.beginningWith(new TextEncoder().encode("may"));
    expect(stops).toEqual([6]);
    const span: Constraint = { kind: "choice", options: ["no", "noes", "yes"] };
    const ended = chooser(span, 0, undefined, stops);
    expect(words[ended.choose(logits({ maybe: 0.9, no: 0.1 }))]).toBe("no");
    expect(ended.choose(logits({ maybe: 0.6, es: 0.3, "<end>": 0.1 }))).toBe(6);
    expect(ended.ended && ended.satisfied).toBe(true);
    expect(ended.logprobs).toHaveLength(1);
    const goesOn = chooser(span, 0, undefined, stops);
    goesOn.choose(logits({ no: 1 }));
    expect(words[goesOn.choose(logits({ es: 0.6, maybe: 0.3, "<end>": 0.1 }))]).toBe("es");
    const free = chooser(undefined, 0, undefined, stops);
    free.choose(logits({ maybe: 0.9 }));
    expect(free.ended).toBe(false);
  });

  it("samples above temperature 0", () => {
    const spread = logits({ yes: 0.5, no: 0.5 });
    expect(chooser(undefined, 1, () => 0).choose(spread.slice())).toBe(0);
    expect(chooser(undefined, 1, () => 0.999).choose(spread.slice())).toBe(1);
    const constrained = chooser({ kind: "choice", options: ["no"] }, 1, () => 0.999);
    expect(words[constrained.choose(spread.slice())]).toMatch(/^no?$/);
  });

  it("refuses logits no model gives, and constraints no output meets", () => {
    expect(() => chooser().choose(new Float32Array(8).fill(Number.NaN))).toThrow("model-nonsense");
    expect(() => chooser().choose(new Float32Array(8).fill(-Infinity))).toThrow("model-nonsense");
    const none = chooser({ kind: "choice", options: [] });
    expect(() => none.choose(logits({ yes: 1 }))).toThrow("generation-failed");
  });
});
