import * as fc from "fast-check";

export const outcomes = [
  "told",
  /** The server reports one token each way, whatever was used. */
  "lying",
  "untold",
  "zero",
  /** Text but zero tokens. */
  "no-output",
  /** The figures are negative, fractional or NaN. */
  "odd",
  /** A usage report is followed by `{0, 0}`. */
  "twice",
  "huge",
  "over",
  "lost",
  "refused",
  /** Some text is followed by an error that claims no charge. */
  "late-refusal",
  "left",
  "stopped",
  "unsent",
] as const;
export type Outcome = (typeof outcomes)[number];

export const toolOutcomes = ["told", "lost", "lost-told", "odd", "cached"] as const;
export type ToolOutcome = (typeof toolOutcomes)[number];

export const oddPrices = ["negative", "nan", "nothing"] as const;
export type OddPrice = (typeof oddPrices)[number];

export type Step =
  /** Calls are concurrent; each answers at a later step. */
  | { kind: "ask"; tab: number; calls: number; tokens: number; share: number; outcome: Outcome }
  | { kind: "search"; tab: number; requests: number; share: number; outcome: ToolOutcome }
  /** *Test connection* takes one token and belongs to no question. */
  | { kind: "test"; tab: number; outcome: Outcome }
  /** The price is negative, NaN or 0. */
  | { kind: "odd-price"; tab: number; price: OddPrice }
  | { kind: "answer"; which: "oldest" | "newest" }
  | { kind: "wait"; turns: number }
  | { kind: "next-question"; tab: number }
  | { kind: "resume"; tab: number }
  /** The tab's clock jumps; `null` sets it right. */
  | { kind: "clock"; tab: number; days: number | null }
  | { kind: "midnight" }
  /** The tab dies with its pending work. */
  | { kind: "crash"; tab: number }
  | { kind: "fault"; tab: number; how: "closed" | "aborted"; times: number }
  | { kind: "damage"; tab: number };

export interface History {
  tabs: number;
  dayCap: number | null;
  questionCap: number | null;
  steps: readonly Step[];
}

const tab = fc.nat(2);
const share = fc.constantFrom(0.05, 0.3, 0.7, 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      tab,
      calls: fc.constantFrom(1, 1, 1, 2, 4),
      tokens: fc.constantFrom(20, 100, 400),
      share,
      outcome: fc.oneof(
        { weight: 2, arbitrary: fc.constant("told" as const) },
        { weight: 3, arbitrary: fc.constantFrom(...outcomes) },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("search" as const),
      tab,
      requests: fc.constantFrom(0, 1, 3),
      share,
      outcome: fc.constantFrom(...toolOutcomes),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("test" as const),
      tab,
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      which: fc.constantFrom("oldest" as const, "newest" as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), turns: fc.constantFrom(1, 4, 20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("clock" as const),
      tab,
      days: fc.constantFrom(null, null, 1, 40, 400, -1, -40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("next-question" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("resume" as const), tab }) },
  { weight: 1, arbitrary: fc.constant({ kind: "midnight" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      tab,
      how: fc.constantFrom("closed" as const, "aborted" as const),
      times: fc.constantFrom(1, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("odd-price" as const),
      tab,
      price: fc.constantFrom(...oddPrices),
    }),
  },
);

/** Rare, because everything later that day is refused. */
const damage: fc.Arbitrary<Step> = fc.record({ kind: fc.constant("damage" as const), tab });

const several = (maxLength: number) => fc.array(step, { maxLength, size: "max" });

const steps = fc.oneof(
  { weight: 9, arbitrary: several(40) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(several(12), damage, several(20))
      .map(([before, one, after]) => [...before, one, ...after]),
  },
);

/** A few calls must exhaust it. */
const cap = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 1_000_000) },
  { weight: 5, arbitrary: fc.integer({ min: 3_000_000, max: 30_000_000 }) },
);

export const histories: fc.Arbitrary<History> = fc.record({
  tabs: fc.integer({ min: 1, max: 3 }),
  dayCap: fc.option(cap, { freq: 8 }),
  questionCap: fc.option(cap, { freq: 1 }),
  steps,
});
