/** Single-hop yes-no questions, each over one passage of the Factbook. */

import { sentence } from "./factbook-describe.ts";
import { type Fact, type FactbookData, resolvePlace } from "./factbook-facts.ts";
import { neighboursOf } from "./factbook-neighbours.ts";
import { type Seeded, seeded } from "./seeded.ts";
import { plainQuestion } from "./sources.ts";

export interface VerdictQuestion {
  question: string;
  answer: "yes" | "no";
  passageId: string;
}

/** `{c}` is the place, `{v}` its value or another place's. */
const asks: Readonly<Record<string, readonly string[]>> = {
  capital: ["Is {v} the capital of {c}?", "Is {c} governed from {v}?"],
  currency: [
    "Is the currency of {c} {v}?",
    "Do people in {c} pay in {v}?",
    "Does {c} use {v} as its currency?",
  ],
  "official-language": [
    "Is {v} the official language of {c}?",
    "Is {v} an official language in {c}?",
  ],
  "chief-of-state": ["Is {v} the chief of state of {c}?", "Is {v} the head of state of {c}?"],
  "largest-religion": ["Is {v} the largest religion in {c}?", "Are most people in {c} {v}?"],
  "highest-point": ["Is {v} the highest point of {c}?"],
  "independence-from": ["Did {c} become independent from {v}?"],
  region: ["Is {c} in {v}?", "Does {c} lie in {v}?"],
  "export-partner": ["Is {v} the largest export partner of {c}?"],
  "shore-sea": ["Does {c} border the {v}?", "Is {c} on the {v}?"],
  "internet-code": ["Is the internet country code of {c} {v}?"],
};

const borderAsks = [
  "Does {c} border {v}?",
  "Does {c} have a land border with {v}?",
  "Is {v} a neighbour of {c}?",
];
const landlockedAsks = ["Is {c} landlocked?", "Is {c} without a coast?", "Does {c} have no coast?"];

/** Half yes, half no; wrong values are other places' right ones. */
export function verdictQuestions(data: FactbookData): VerdictQuestion[] {
  const random = seeded("factbook-verdicts");
  return random.shuffled([
    ...Object.entries(asks).flatMap(([name, templates]) =>
      valueVerdicts(data, random, name, templates),
    ),
    ...borderVerdicts(data, random),
    ...landlockedVerdicts(data, random),
  ]);
}

function valueVerdicts(
  data: FactbookData,
  random: Seeded,
  relation: string,
  templates: readonly string[],
): VerdictQuestion[] {
  const facts = data.facts.filter((fact) => fact.relation.name === relation);
  return random
    .shuffled(facts)
    .slice(0, 110)
    .flatMap((fact, index) => {
      const yes = index % 2 === 0;
      const other = random.pick(facts);
      // Another place's value may also be stated of this place.
      const text = plainQuestion(data.passageById.get(fact.passageId)?.text ?? "");
      if (!yes && text.includes(plainQuestion(other.answer))) return [];
      const value = (yes ? fact : other).answer;
      return verdict(fact, random.pick(templates), shown(data, value), yes);
    });
}

function borderVerdicts(data: FactbookData, random: Seeded): VerdictQuestion[] {
  const lists = data.facts.filter((fact) => fact.relation.name === "border-list");
  return lists.flatMap((fact) => {
    const own = neighboursOf(fact);
    // Neighbours of a neighbour: a "no" that needs a look-up.
    const beyond = lists
      .filter((other) => neighboursOf(other).some((name) => own.includes(name)))
      .flatMap(neighboursOf)
      .filter((name) => !own.includes(name) && resolvePlace(data, name) !== fact.place);
    const [right, wrong] = [random.shuffled(own)[0], random.shuffled(beyond)[0]];
    return [
      ...(right ? verdict(fact, random.pick(borderAsks), shown(data, right), true) : []),
      ...(wrong ? verdict(fact, random.pick(borderAsks), shown(data, wrong), false) : []),
    ];
  });
}

function landlockedVerdicts(data: FactbookData, random: Seeded): VerdictQuestion[] {
  const coasts = data.facts.filter((fact) => fact.relation.name === "coastline");
  const without = coasts.filter((fact) => fact.answer.includes("landlocked"));
  const withCoast = coasts.filter((fact) => !/^0 /.test(fact.answer));
  const no = random.shuffled(withCoast).slice(0, without.length);
  return [...without, ...no].flatMap((fact, index) =>
    verdict(fact, random.pick(landlockedAsks), "", index < without.length),
  );
}

function verdict(fact: Fact, ask: string, value: string, yes: boolean): VerdictQuestion[] {
  const question = sentence(ask.replaceAll("{c}", fact.place.named).replaceAll("{v}", value));
  return [{ question, answer: yes ? "yes" : "no", passageId: fact.passageId }];
}

/** A place's name as within a sentence; other values unchanged. */
function shown(data: FactbookData, value: string): string {
  if (/^(Caribbean|Middle East)$/.test(value)) return `the ${value}`;
  return resolvePlace(data, value)?.named ?? value;
}
