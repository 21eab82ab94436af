import fc from "fast-check";
import { adversarialUnits } from "./growth.ts";

const extremes: readonly string[] = [
  "-1",
  "0",
  "-0",
  "1.5",
  "9e99",
  "-9e99",
  "1e309",
  "9007199254740993",
  "8640000000000001",
  "-62135596800001",
  "null",
  "true",
  "[]",
  "{}",
  '""',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '{"__proto__":{"polluted":true}}',
  '"\\ud800"',
  '"\\u0000"',
  "NaN",
];

const replacement = fc.oneof(
  { arbitrary: fc.constantFrom(...extremes), weight: 8 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...adversarialUnits), fc.nat(2000))
      .map(([unit, times]) => JSON.stringify(unit.repeat(times))),
    weight: 3,
  },
  { arbitrary: fc.nat(3000).map((depth) => "[".repeat(depth) + "]".repeat(depth)), weight: 1 },
);

type Change = (text: string) => string;

function place(text: string, share: number): number {
  return Math.floor(share * text.length);
}

const value = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/gu;

function valueFrom(text: string, share: number): { from: number; to: number } | null {
  value.lastIndex = place(text, share);
  const found = value.exec(text);
  return found === null ? null : { from: found.index, to: found.index + found[0].length };
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    // Valid structure reaches the code that reads values.
    arbitrary: fc.tuple(share, replacement).map(([at, by]): Change => {
      return (text) => {
        const found = valueFrom(text, at);
        return found === null ? text + by : text.slice(0, found.from) + by + text.slice(found.to);
      };
    }),
    weight: 6,
  },
  {
    arbitrary: fc.tuple(share, fc.nat(200)).map(([at, length]): Change => {
      return (text) => text.slice(0, place(text, at)) + text.slice(place(text, at) + length);
    }),
    weight: 2,
  },
  {
    arbitrary: fc
      .tuple(share, fc.nat(400), fc.integer({ min: 1, max: 20 }))
      .map(([at, length, times]): Change => {
        return (text) => {
          const from = place(text, at);
          return (
            text.slice(0, from) + text.slice(from, from + length).repeat(times) + text.slice(from)
          );
        };
      }),
    weight: 2,
  },
  {
    arbitrary: fc.tuple(share, fc.nat(7)).map(([at, bit]): Change => {
      return (text) => {
        const from = place(text, at);
        const flipped = String.fromCharCode((text.charCodeAt(from) || 0) ^ (1 << bit));
        return text.slice(0, from) + flipped + text.slice(from + 1);
      };
    }),
    weight: 2,
  },
  {
    arbitrary: fc
      .tuple(share, fc.constantFrom(...adversarialUnits), fc.nat(500))
      .map(([at, unit, times]): Change => {
        return (text) =>
          text.slice(0, place(text, at)) + unit.repeat(times) + text.slice(place(text, at));
      }),
    weight: 1,
  },
  {
    arbitrary: share.map(
      (at): Change =>
        (text) =>
          text.slice(0, place(text, at)),
    ),
    weight: 1,
  },
);

export function brokenFrom(fixtures: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...fixtures), fc.array(change, { maxLength: 4 }))
    .map(([fixture, changes]) => changes.reduce((text, one) => one(text), fixture));
  const noise = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.json({ depthSize: "small" }),
    fc
      .array(fc.tuple(fc.constantFrom(...adversarialUnits), fc.nat(300)), { maxLength: 4 })
      .map((parts) => parts.map(([unit, times]) => unit.repeat(times)).join("")),
  );
  return fc.oneof({ arbitrary: changed, weight: 5 }, { arbitrary: noise, weight: 1 });
}
