import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainHeads } from "../../testing/engines/scripted-heads.ts";
import { bestSpans, calibrated, decodeReading, type HeadLogits, logOdds } from "./encoder-heads.ts";

const text = "Vienna lies on the Danube.";
const tokens = [
  { start: 0, end: 6, wordStart: 0, wordEnd: 6 },
  { start: 7, end: 11, wordStart: 7, wordEnd: 11 },
  { start: 12, end: 14, wordStart: 12, wordEnd: 14 },
  { start: 15, end: 18, wordStart: 15, wordEnd: 18 },
  { start: 19, end: 21, wordStart: 19, wordEnd: 25 },
  { start: 21, end: 25, wordStart: 19, wordEnd: 25 },
  { start: 25, end: 26, wordStart: 25, wordEnd: 26 },
];
const at = (place: number): number[] => tokens.map((_, index) => (index === place ? 20 : 0));

function read(changes: Partial<HeadLogits>, heads = plainHeads) {
  const logits = { start: at(4), end: at(4), kind: [2, 0, 0, 0], relevance: 0, known: 0 };
  return decodeReading({ ...logits, ...changes }, { text, tokens, tokenCount: 12 }, heads);
}

const share = (logits: readonly number[], index: number) =>
  Math.exp(logits[index] ?? 0) / logits.reduce((sum, logit) => sum + Math.exp(logit), 0);

describe("a reading", () => {
  it("is the likeliest span, in whole words, as they stand in the passage", () => {
    expect(read({})).toMatchObject({ kind: "span", span: "Danube", start: 19, tokens: 12 });
    expect(read({ start: at(2), end: at(5) })).toMatchObject({ span: "on the Danube", start: 12 });
  });

  it("has the confidence that training calibrates: P(kind) · P(start) · P(end), then a and b", () => {
    const start = [1, 0, 2, 0, 3, 0, 0];
    const end = [0, 0, 0, 1, 2, 0, 0];
    const kind = [1.5, 0.2, -0.3, 0.4];
    const p = share(kind, 0) * share(start, 4) * share(end, 4);
    const expected = 1 / (1 + Math.exp(-(1.7 * Math.log(p / (1 - p)) + 2.5)));
    const heads = { ...plainHeads, confidence: { a: 1.7, b: 2.5 } };
    const reading = read({ start, end, kind }, heads);
    expect(reading.confidence).toBeCloseTo(expected, 10);
    expect(reading.noAnswer).toBeCloseTo(share(kind, 3), 10);
  });

  it("tells the likeliest spans, in whole words and none of them twice", () => {
    const { spans } = read({ start: [0, 0, 1, 0, 9, 8, 0], end: [0, 0, 0, 0, 6, 9, 4] });
    expect(spans[0]).toMatchObject({ text: "Danube" });
    expect(spans.map((one) => one.text)).toEqual([...new Set(spans.map((one) => one.text))]);
    const shares = spans.map(({ probability }) => probability);
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    expect(spans.length).toBeGreaterThan(1);
  });

  it("is yes or no with the confidence of the kind alone", () => {
    const kind = [0, 3, 1, 0];
    expect(read({ kind })).toMatchObject({ kind: "yes", span: "yes", start: null });
    expect(read({ kind }).confidence).toBeCloseTo(share(kind, 1), 10);
    expect(read({ kind: [0, 1, 3, 0] })).toMatchObject({ kind: "no", span: "no" });
  });

  it("is none when that is likely and no answer is sure enough", () => {
    const none = read({ kind: [0, 0, 0, 4] });
    expect(none).toMatchObject({ kind: "none", span: "", start: null });
    expect(none.confidence).toBe(none.noAnswer);
    const sure = { ...plainHeads, confidence: { a: 1, b: 5 } };
    expect(read({ kind: [0, 0, 0, 1] }, sure)).toMatchObject({ kind: "span", span: "Danube" });
  });

  it("of a passage without a token is never a span", () => {
    const empty = { start: [], end: [], kind: [9, 1, 0, 0], relevance: 0, known: 0 };
    const reading = decodeReading(empty, { text: "", tokens: [], tokenCount: 5 }, plainHeads);
    expect(reading).toMatchObject({ kind: "yes", start: null });
  });

  it.each([
    ["a start", { start: at(4).with(1, Number.NaN) }],
    ["a kind", { kind: [0, Number.POSITIVE_INFINITY, 0, 0] }],
    ["a relevance", { relevance: Number.NaN }],
  ])("with %s that is no number is refused as nonsense", (_what, changes) => {
    expect(() => read(changes)).toThrow(expect.objectContaining({ code: "model-nonsense" }));
  });
});

const logit = fc.double({ min: -12, max: 12, noNaN: true });

describe("spans", () => {
  it("are the best of all that begin before they end and are short enough", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(logit, logit), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 25 }),
        (pairs, maxTokens) => {
          const starts = pairs.map(([start]) => start);
          const ends = pairs.map(([, end]) => end);
          const several = bestSpans(starts, ends, maxTokens, 4);
          const [best] = several;
          const all = starts.flatMap((_, first) =>
            ends.flatMap((_end, last) =>
              last >= first && last < first + maxTokens
                ? [share(starts, first) * share(ends, last)]
                : [],
            ),
          );
          const descending = all.toSorted((one, other) => other - one).slice(0, 4);
          expect(several).toHaveLength(descending.length);
          for (const [place, { probability }] of several.entries()) {
            expect(probability).toBeCloseTo(descending[place] ?? Number.NaN, 10);
          }
          expect(best && best.last - best.first).toBeLessThan(maxTokens);
          expect(best && best.last >= best.first).toBe(true);
        },
      ),
    );
  });
});

describe("calibration", () => {
  it("stays a probability for any logit, and never loses the order", () => {
    fc.assert(
      fc.property(logit, logit, (x, y) => {
        const line = { a: 0.8, b: -0.4 };
        const [p, q] = [calibrated(x, line), calibrated(y, line)];
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        if (x < y) expect(p).toBeLessThanOrEqual(q);
      }),
    );
  });

  it("takes certainty for very likely, not for infinite", () => {
    expect([logOdds(0), logOdds(1)].every(Number.isFinite)).toBe(true);
    expect(logOdds(0.5)).toBe(0);
  });
});
