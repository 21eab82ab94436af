/** Yes-no questions on two places that share a value. */

import { stepFor } from "./factbook-bridge.ts";
import type { ChainStep, Draft } from "./factbook-chain.ts";
import { mentions } from "./factbook-compare.ts";
import { type Describer, sentence } from "./factbook-describe.ts";
import { type Fact, type FactbookData, resolvePlace } from "./factbook-facts.ts";
import { neighboursOf } from "./factbook-neighbours.ts";
import { grouped } from "./grouped.ts";
import type { Seeded } from "./seeded.ts";
import { plainQuestion } from "./sources.ts";

const shared: Readonly<Record<string, { same: readonly string[]; both: readonly string[] }>> = {
  currency: {
    same: [
      "Do {a} and {b} use the same currency?",
      "Do people pay with the same money in {a} and in {b}?",
      "Is the currency of {a} also that of {b}?",
    ],
    both: ["Do both {a} and {b} pay in {v}?", "Is the currency of both {a} and {b} {v}?"],
  },
  "official-language": {
    same: [
      "Do {a} and {b} have the same official language?",
      "Is the official language of {a} the same as that of {b}?",
    ],
    both: [
      "Is {v} an official language of both {a} and {b}?",
      "Do both {a} and {b} have {v} as an official language?",
    ],
  },
  "chief-of-state": {
    same: [
      "Do {a} and {b} share a chief of state?",
      "Is the chief of state of {a} also the chief of state of {b}?",
    ],
    both: ["Is {v} the head of state of both {a} and {b}?"],
  },
  "lowest-point": {
    same: [
      "Is the lowest point of {a} the same as that of {b}?",
      "Do {a} and {b} have their lowest point in the same place?",
    ],
    both: ["Is {v} the lowest point of both {a} and {b}?"],
  },
  "highest-point": {
    same: ["Do {a} and {b} share their highest point?"],
    both: ["Is {v} the highest point of both {a} and {b}?"],
  },
  "largest-religion": {
    same: ["Do most people in {a} and in {b} have the same religion?"],
    both: ["Is {v} the largest religion in both {a} and {b}?"],
  },
  symbol: {
    same: [
      "Is the national symbol of {a} also that of {b}?",
      "Do {a} and {b} share a national symbol?",
    ],
    both: ["Is the national symbol of both {a} and {b} the {v}?"],
  },
  "independence-from": {
    same: [
      "Did {a} and {b} become independent from the same country?",
      "Did {a} and {b} belong to the same power before their independence?",
    ],
    both: ["Did both {a} and {b} become independent from {v}?"],
  },
  region: {
    same: [
      "Are {a} and {b} in the same part of the world?",
      "Do {a} and {b} lie in the same region?",
    ],
    both: ["Are both {a} and {b} in {v}?"],
  },
  "export-partner": {
    same: ["Do {a} and {b} have the same largest export partner?"],
    both: ["Is {v} the largest export partner of both {a} and {b}?"],
  },
  "government-type": {
    same: ["Do {a} and {b} have the same form of government?"],
    both: ["Is the form of government of both {a} and {b} a {v}?"],
  },
  suffrage: {
    same: ["May people vote from the same age in {a} and in {b}?"],
    both: ["Do people in both {a} and {b} vote from {v}?"],
  },
};

const borderAsks = {
  both: [
    "Do {a} and {b} both border {v}?",
    "Do both {a} and {b} share a land border with {v}?",
    "Is {v} a neighbour of both {a} and {b}?",
  ],
  one: [
    "Does {a} border {v}?",
    "Does {a} have a land border with {v}?",
    "Is {v} a neighbour of {a}?",
  ],
};

export function sharedValues(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  perRelation: number,
): Draft[] {
  return Object.entries(shared).flatMap(([name, asks]) => {
    const facts = data.facts.filter((fact) => fact.relation.name === name);
    const groups = [...grouped(facts, (fact) => plainQuestion(fact.answer)).values()];
    const repeated = groups.filter((group) => group.length > 1);
    if (repeated.length === 0) return [];
    return Array.from({ length: perRelation }, (_, index) => {
      const [first, match] = random.shuffled(random.pick(repeated));
      const other = random.pick(facts);
      const second = index % 2 === 0 ? match : other;
      if (!first || !second || first.place === second.place) return null;
      const yes = plainQuestion(first.answer) === plainQuestion(second.answer);
      const value = resolvePlace(data, first.answer)?.named ?? first.answer;
      const templates = random.next() < 0.6 ? asks.same : asks.both;
      const pair = random.next() < 0.5 ? ([first, second] as const) : ([second, first] as const);
      return twoPlaces(describe, random, pair, { templates, value, yes });
    }).filter((draft) => draft !== null);
  });
}

/** Whether both border a third place, and whether a described place borders another. */
export function borderQuestions(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  count: number,
): Draft[] {
  const lists = data.facts.filter(
    (fact) => fact.relation.name === "border-list" && neighboursOf(fact).length > 1,
  );
  const both = Array.from({ length: count }, (_, index) => {
    const first = random.pick(lists);
    const value = random.pick(neighboursOf(first));
    const near = lists.filter((fact) => fact !== first && neighboursOf(fact).includes(value));
    const others = lists.filter((fact) => fact.place.named !== resolvePlace(data, value)?.named);
    const from = index % 2 === 0 ? near : others;
    if (from.length === 0) return null;
    const second = random.pick(from);
    if (second.place === first.place) return null;
    const yes = neighboursOf(second).includes(value);
    const named = resolvePlace(data, value)?.named ?? value;
    return twoPlaces(describe, random, [first, second], {
      templates: borderAsks.both,
      value: named,
      yes,
    });
  });
  const one = Array.from({ length: count }, (_, index) =>
    oneBorder(data, describe, random, lists, index % 2 === 0),
  );
  return [...both, ...one].filter((draft) => draft !== null);
}

function twoPlaces(
  describe: Describer,
  random: Seeded,
  [first, second]: readonly [Fact, Fact],
  asked: { templates: readonly string[]; value: string; yes: boolean },
): Draft {
  const [a, b] = mentions(describe, random, first, second);
  const steps: ChainStep[] = [a.step, b.step].filter((step) => step !== null);
  const ask = random.pick(first.relation.ask);
  const question = random
    .pick(asked.templates)
    .replaceAll("{a}", a.text)
    .replaceAll("{b}", b.text)
    .replaceAll("{v}", asked.value);
  return {
    question: sentence(question),
    answers: [asked.yes ? "yes" : "no"],
    type: "yes-no",
    steps: [...steps, stepFor(first, ask), stepFor(second, ask)],
    rests: [steps.length + 1, steps.length + 2],
  };
}

function oneBorder(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  lists: readonly Fact[],
  yes: boolean,
): Draft | null {
  const list = random.pick(lists);
  const neighbours = neighboursOf(list);
  const other = random.pick(random.pick(lists).place === list.place ? lists : nearby(list, lists));
  const value = yes ? random.pick(neighbours) : other.place.name;
  const place = resolvePlace(data, value);
  const subject = describe.described(list.place, [list.relation.slug]);
  if (!place || !subject?.step || place === list.place) return null;
  if (!yes && neighbours.some((name) => resolvePlace(data, name) === place)) return null;
  const object = random.next() < 0.4 ? describe.described(place, [list.relation.slug]) : null;
  const steps = [subject.step, ...(object?.step ? [object.step] : [])];
  const question = random
    .pick(borderAsks.one)
    .replaceAll("{a}", subject.text)
    .replaceAll("{v}", object?.text ?? place.named);
  return {
    question: sentence(question),
    answers: [yes ? "yes" : "no"],
    type: "yes-no",
    steps: [...steps, stepFor(list, random.pick(list.relation.ask))],
    rests: [steps.length + 1],
  };
}

/** Places that share a neighbour with this one: a "no" that needs a look-up. */
function nearby(list: Fact, lists: readonly Fact[]): readonly Fact[] {
  const own = neighboursOf(list);
  const near = lists.filter((fact) => neighboursOf(fact).some((name) => own.includes(name)));
  return near.length > 1 ? near : lists;
}
