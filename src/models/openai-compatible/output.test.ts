import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choiceProbabilities } from "./choice.ts";
import { readServerError } from "./errors.ts";
import { type OutputFilter, plainOutput, wrappedChoice } from "./output.ts";

function run(filter: OutputFilter, pieces: readonly string[]): string {
  return pieces.map((piece) => filter.push(piece)).join("") + filter.flush();
}

const few = fc.string({ unit: fc.constantFrom("a", "b", " ", "é"), maxLength: 12 });

function writtenUntilStop(text: string, stops: readonly string[]): string {
  for (let end = 1; end <= text.length; end++) {
    const written = text.slice(0, end);
    const met = stops.filter((stop) => written.endsWith(stop)).map((stop) => stop.length);
    if (met.length > 0) return written.slice(0, end - Math.max(...met));
  }
  return text;
}

describe("output", () => {
  it("is the same however the stream is cut", () => {
    void fc.assert(
      fc.property(
        fc.array(few, { maxLength: 8 }),
        few,
        fc.array(few, { maxLength: 3 }),
        (pieces, prefix, stops) => {
          const whole = run(plainOutput(prefix, stops), [pieces.join("")]);
          expect(run(plainOutput(prefix, stops), pieces)).toBe(whole);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("ends before the stop sequence that is complete first, and loses nothing before it", () => {
    void fc.assert(
      fc.property(
        fc.array(few, { maxLength: 8 }),
        fc.array(few, { maxLength: 3 }),
        (pieces, all) => {
          const stops = all.filter((stop) => stop !== "");
          const output = run(plainOutput("", stops), pieces);
          expect(stops.some((stop) => output.includes(stop))).toBe(false);
          expect(output).toBe(writtenUntilStop(pieces.join(""), stops));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("takes off a repeated beginning, but not half of one", () => {
    expect(run(plainOutput("[Q]:", []), ["\n[", "Q", "]: who"])).toBe(" who");
    expect(run(plainOutput("[Q]:", []), ["[Q", " who"])).toBe("[Q who");
    expect(run(plainOutput("[Q]:", []), ["[Q"])).toBe("[Q");
  });

  it("shows a wrapped choice, or what came instead", () => {
    expect(run(wrappedChoice(), ['{"ans', 'wer":"no"}'])).toBe("no");
    expect(run(wrappedChoice(), ["no"])).toBe("no");
    expect(run(wrappedChoice(), ['{"other":1}'])).toBe('{"other":1}');
  });
});

describe("choices", () => {
  const token = (text: string, ...top: [string, number][]) => ({
    token: text,
    logprob: Math.log(top.find(([one]) => one === text)?.[1] ?? 0.1),
    top_logprobs: top.map(([one, share]) => ({ token: one, logprob: Math.log(share) })),
  });

  it("adds up the ways to write an option, and shares what fits several", () => {
    const tokens = [token(" Yes", [" Yes", 0.5], ["yes", 0.1], ["No", 0.2], ["Hm", 0.2])];
    const told = choiceProbabilities(["yes", "no"], tokens);
    expect(told?.["yes"]).toBeCloseTo(0.75, 9);
    expect(told?.["no"]).toBeCloseTo(0.25, 9);
  });

  it("walks past what the options share", () => {
    const tokens = [token("not", ["not", 1]), token(" known", [" known", 0.3], [" given", 0.6])];
    const told = choiceProbabilities(["not known", "not given"], tokens);
    expect(told?.["not given"]).toBeCloseTo(2 / 3, 9);
  });

  it("does not take one word for another, nor invent a preference", () => {
    expect(choiceProbabilities(["yes", "no"], [token("yesterday", ["yesterday", 1])])).toBeNull();
    expect(choiceProbabilities(["yes", "no"], [])).toBeNull();
  });

  it("always sums to 1 or is null", () => {
    const text = fc.constantFrom("y", "yes", " no", "n", "o", "", " ", "maybe");
    const share = fc.double({ min: 1e-6, max: 1, noNaN: true });
    const tokens = fc.array(
      fc.tuple(text, fc.array(fc.tuple(text, share), { maxLength: 5 })).map(([one, top]) => ({
        token: one,
        logprob: -1,
        top_logprobs: top.map(([name, p]) => ({ token: name, logprob: Math.log(p) })),
      })),
      { maxLength: 5 },
    );
    void fc.assert(
      fc.property(tokens, (list) => {
        const told = choiceProbabilities(["yes", "no"], list);
        const sum = (told?.["yes"] ?? 0) + (told?.["no"] ?? 0);
        expect(told === null || Math.abs(sum - 1) < 1e-9).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("error bodies", () => {
  it("are read whatever they are", () => {
    void fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(typeof readServerError(body).message).toBe("string");
      }),
      { numRuns: 3000 },
    );
    expect(readServerError('{"detail":"Not Found"}').message).toBe("Not Found");
    expect(readServerError('{"error":"no"}').message).toBe("no");
    expect(readServerError("<html><title>502 Bad Gateway</title>").message).toBe("502 Bad Gateway");
    expect(readServerError("upstream died").message).toBe("upstream died");
  });
});
