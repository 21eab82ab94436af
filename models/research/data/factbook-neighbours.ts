/** "Which country borders both …?": the only common neighbour of two places. */

import { placeSpellings, stepFor } from "./factbook-bridge.ts";
import type { ChainStep, Draft } from "./factbook-chain.ts";
import { type Describer, sentence } from "./factbook-describe.ts";
import { borderEntry, type Fact, type FactbookData, resolvePlace } from "./factbook-facts.ts";
import { grouped } from "./grouped.ts";
import type { Seeded } from "./seeded.ts";

const asks = [
  "Which country borders both {a} and {b}?",
  "Which country shares a land border with both {a} and {b}?",
  "Which country is a neighbour of both {a} and {b}?",
  "Which country lies next to both {a} and {b}?",
  "{a} and {b} have one neighbour in common: which country is it?",
];

/** A list short enough for a reader to give as one answer. */
const mostNeighbours = 7;

export function commonNeighbours(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  perAnswer: number,
): Draft[] {
  const lists = data.facts.filter(
    (fact) => fact.relation.name === "border-list" && neighboursOf(fact).length <= mostNeighbours,
  );
  const pairs = lists.flatMap((first, index) =>
    lists.slice(index + 1).flatMap((second) => {
      const common = neighboursOf(first).filter((name) => neighboursOf(second).includes(name));
      const [only] = common;
      return common.length === 1 && only ? [{ first, second, only }] : [];
    }),
  );
  return [...grouped(pairs, ({ only }) => only).values()].flatMap((group) =>
    random
      .shuffled(group)
      .slice(0, perAnswer)
      .flatMap(({ first, second, only }) => {
        const [a, b] = random.shuffled([first, second]);
        return a && b ? [draft(data, describe, random, a, b, only)].filter((d) => d !== null) : [];
      }),
  );
}

export function neighboursOf(list: Fact): string[] {
  return [...list.answer.matchAll(borderEntry)].flatMap(({ groups }) => groups?.["name"] ?? []);
}

function draft(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  first: Fact,
  second: Fact,
  only: string,
): Draft | null {
  const place = resolvePlace(data, only);
  if (!place) return null;
  const mention = (fact: Fact) =>
    (random.next() < 0.65 ? describe.described(fact.place, [fact.relation.slug]) : null) ??
    describe.named(fact.place);
  const [a, b] = [mention(first), mention(second)];
  const steps: ChainStep[] = [a.step, b.step].filter((step) => step !== null);
  const lists = [first, second].map((fact) => stepFor(fact, random.pick(fact.relation.ask)));
  const question = random.pick(asks).replaceAll("{a}", a.text).replaceAll("{b}", b.text);
  return {
    question: sentence(question),
    answers: placeSpellings(place, only),
    type: "composed",
    steps: [...steps, ...lists],
    rests: [steps.length + 1, steps.length + 2],
  };
}
