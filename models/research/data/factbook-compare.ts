/** Comparisons of two quantities: which of two places, or whether the first. */

import { placeSpellings, stepFor } from "./factbook-bridge.ts";
import type { ChainStep, Draft } from "./factbook-chain.ts";
import { type Describer, type Mention, sentence } from "./factbook-describe.ts";
import type { Fact, FactbookData } from "./factbook-facts.ts";
import { type Compared, quantity } from "./factbook-relation.ts";
import { relations } from "./factbook-relations.ts";
import type { Seeded } from "./seeded.ts";

type Asked = keyof Compared;

/** `count` comparisons of the given kinds; relations are drawn by weight. */
export function comparisons(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  options: { asked: readonly Asked[]; count: number },
): Draft[] {
  const usable = relations.filter(({ compared }) => options.asked.some((way) => compared?.[way]));
  const total = usable.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return usable.flatMap((relation) => {
    const facts = data.facts.filter(
      (fact) => fact.relation === relation && Number.isFinite(quantity(fact.answer)),
    );
    const ways = options.asked.filter((way) => relation.compared?.[way]);
    const wanted = Math.ceil((options.count * (relation.weight ?? 1)) / total);
    return Array.from({ length: wanted }, () => {
      const way = random.pick(ways);
      const pair = pairOf(facts, random);
      return pair ? compare(describe, random, pair, way) : null;
    }).filter((draft) => draft !== null);
  });
}

function pairOf(facts: readonly Fact[], random: Seeded): readonly [Fact, Fact] | null {
  for (let attempt = 0; attempt < 30; attempt++) {
    const [a, b] = [random.pick(facts), random.pick(facts)];
    const [x, y] = [quantity(a.answer), quantity(b.answer)];
    const far = Math.abs(x - y) > 0.02 * Math.max(Math.abs(x), Math.abs(y));
    const dated = /\d{4}$/.test(a.answer);
    const near = Math.max(Math.abs(x), Math.abs(y)) < 60 * Math.min(Math.abs(x), Math.abs(y));
    if (a.place === b.place || x === y || !(dated || far)) continue;
    // A giant against an islet teaches little, but zero against something is a real question.
    if (dated || near || random.next() < 0.1) return [a, b];
  }
  return null;
}

function compare(
  describe: Describer,
  random: Seeded,
  [first, second]: readonly [Fact, Fact],
  way: Asked,
): Draft | null {
  const templates = first.relation.compared?.[way];
  if (!templates) return null;
  const [a, b] = mentions(describe, random, first, second);
  const steps: ChainStep[] = [a.step, b.step].filter((step) => step !== null);
  const ask = random.pick(first.relation.ask);
  const both = [first, second].map((fact) => stepFor(fact, ask));
  const question = random.pick(templates).replaceAll("{a}", a.text).replaceAll("{b}", b.text);
  const greater = quantity(first.answer) > quantity(second.answer);
  const firstWins = greater === (way === "more" || way === "yes");
  const winner = firstWins ? first.place : second.place;
  const isYesNo = way === "yes" || way === "yesLess";
  return {
    question: sentence(question),
    answers: isYesNo ? [firstWins ? "yes" : "no"] : placeSpellings(winner),
    type: isYesNo ? "yes-no" : "comparison",
    steps: [...steps, ...both],
    rests: [steps.length + 1, steps.length + 2],
  };
}

/** Mostly both by name, otherwise both described, rarely mixed. */
export function mentions(
  describe: Describer,
  random: Seeded,
  first: Fact,
  second: Fact,
): [Mention, Mention] {
  const draw = random.next();
  const slug = first.relation.slug;
  const shown = (fact: Fact, described: boolean) =>
    (described ? describe.described(fact.place, [slug]) : null) ?? describe.named(fact.place);
  return [shown(first, draw < 0.4), shown(second, draw < 0.32)];
}
