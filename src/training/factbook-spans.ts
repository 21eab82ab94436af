/** Single-hop questions on the Factbook, each with its passage and the answer's place in it. */
import type { Fact, FactbookData, Place } from "./factbook-facts.ts";
import { wholeWordAt } from "./factbook-facts.ts";
import { grouped } from "./grouped.ts";
import { seeded } from "./seeded.ts";
import { plainQuestion } from "./sources.ts";

export interface SpanQuestion {
  id: string;
  question: string;
  relation: string;
  /** The value of the relation: what is asked for, or what singles out the place asked for. */
  value: string;
  answer: string;
  passageId: string;
  /** Offset of the answer in the passage's text, in UTF-16 units. */
  start: number;
}

/** Questions for about this share of the facts of weight 1. */
const share = 0.42;

/** Questions for values, and for places by the values that only they have. */
export function spanQuestions(data: FactbookData): SpanQuestion[] {
  const random = seeded("factbook-spans");
  const unique = uniqueFacts(data.facts);
  const forward = data.facts.flatMap((fact) => {
    const wanted = (fact.relation.weight ?? 1) * share;
    const count = Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0);
    return random
      .shuffled(fact.relation.ask)
      .slice(0, count)
      .map((ask) => askFor(fact, ask));
  });
  const backward = data.facts.flatMap((fact) => {
    if (!unique.has(fact) || !fact.relation.reverse) return [];
    const question = askBack(fact, random.pick(fact.relation.reverse.ask));
    const found = nameIn(data, fact);
    if (!found) return [];
    const { name, start } = found;
    return [{ ...base(fact, "place-by"), question, answer: name, start }];
  });
  return random.shuffled([...forward, ...backward]);
}

/** The facts whose value no other place has in that relation. */
export function uniqueFacts(facts: readonly Fact[]): ReadonlySet<Fact> {
  const groups = grouped(
    facts.filter((fact) => fact.relation.reverse),
    (fact) => `${fact.relation.name} ${plainQuestion(fact.answer)}`,
  );
  return new Set([...groups.values()].filter((group) => group.length === 1).flat());
}

/** The question for a fact's value, about the place by name. */
export function askFor(fact: Fact, ask: string): SpanQuestion {
  const question = ask.replaceAll("{c}", fact.place.named);
  return { ...base(fact, fact.relation.name), question };
}

/** The question for the place that has the fact's value. */
export function askBack(fact: Fact, ask: string): string {
  return ask.replaceAll("{k}", fact.place.kind).replaceAll("{v}", fact.answer);
}

/** The place's name where its passage first says it. */
export function nameIn(data: FactbookData, fact: Fact): { name: string; start: number } | null {
  const text = data.passageById.get(fact.passageId)?.text ?? "";
  for (const name of namesOf(fact.place)) {
    const start = wholeWordAt(text, name);
    if (start >= 0) return { name, start };
  }
  return null;
}

function namesOf(place: Place): string[] {
  return [place.name, place.named, place.name.replace(/^The /, "")];
}

function base(fact: Fact, relation: string): Omit<SpanQuestion, "question"> {
  const { place, answer, passageId, start } = fact;
  const id = `factbook-${relation}-${place.code}-${fact.relation.name}`;
  return { id, relation, value: answer, answer, passageId, start };
}
