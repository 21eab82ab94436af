/** Places in questions: by name, or described by a value unique to them. */

import type { ChainStep } from "./factbook-chain.ts";
import { type Fact, type FactbookData, nameIn, type Place } from "./factbook-facts.ts";
import { grouped } from "./grouped.ts";
import type { Seeded } from "./seeded.ts";
import { plainQuestion } from "./sources.ts";

export interface Mention {
  place: Place;
  text: string;
  /** Null if the place is named. */
  step: ChainStep | null;
}

export interface Describer {
  named(place: Place): Mention;
  /** Null if no value is unique to the place. */
  described(place: Place, not?: readonly string[]): Mention | null;
  singling: readonly Fact[];
  by(fact: Fact): Mention | null;
}

/** Facts whose value is unique within its relation and does not contain the place's name. */
export function singlingFacts(facts: readonly Fact[]): Fact[] {
  const groups = grouped(
    facts.filter((fact) => fact.relation.reverse),
    (fact) => `${fact.relation.name} ${plainQuestion(fact.answer)}`,
  );
  return [...groups.values()]
    .filter((group) => group.length === 1)
    .flatMap(([fact]) => {
      return fact && !givesAway(fact) && !isList(fact) ? [fact] : [];
    });
}

export function describer(data: FactbookData, random: Seeded): Describer {
  const singling = singlingFacts(data.facts);
  const byPlace = grouped(singling, (fact) => fact.place.code);
  const by = (fact: Fact): Mention | null => {
    const { reverse } = fact.relation;
    const found = nameIn(data, fact);
    if (!reverse || !found) return null;
    const value = valueInQuestion(fact, random);
    const text = `the ${kindOf(fact.place, random)} ${random.pick(reverse.phrases)}`;
    const query = askBack(fact, random.pick(reverse.ask), value);
    const step = { query, answer: found.name, passageId: fact.passageId };
    return { place: fact.place, text: text.replaceAll("{v}", value), step };
  };
  return {
    singling,
    by,
    named: (place) => ({ place, text: place.named, step: null }),
    described(place, not = []) {
      const usable = (byPlace.get(place.code) ?? []).filter((f) => !not.includes(f.relation.slug));
      // Capitals are the best-known description of a country.
      const capital = usable.find((fact) => fact.relation.name === "capital");
      if (capital && random.next() < 0.4) return by(capital);
      return usable.length > 0 ? by(random.pick(usable)) : null;
    },
  };
}

/** The question for the place that has the fact's value. */
export function askBack(fact: Fact, ask: string, value = fact.answer): string {
  return sentence(ask.replaceAll("{k}", fact.place.kind).replaceAll("{v}", value));
}

export function askAbout(ask: string, mention: string): string {
  return sentence(ask.replaceAll("{c}", mention));
}

/** Starts with a capital and removes duplicates. */
export function sentence(text: string): string {
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\bthe the\b/gi, "the");
}

/** The everyday word for the kind of place: usually "country", sometimes as in its official name. */
function kindOf(place: Place, random: Seeded): string {
  if (place.kind !== "country" || random.next() < 0.75) return place.kind;
  const names = place.profile.sections["Government"]?.["Country name"];
  const official = names?.find(({ part }) => part === "conventional long form")?.values[0] ?? "";
  const kind = /\b(Kingdom|Republic|Sultanate|Principality|Emirate|Grand Duchy)\b/.exec(
    official,
  )?.[1];
  return kind?.toLowerCase() ?? random.pick(["nation", "state", "country"]);
}

/** Sometimes currencies in the singular: "the lempira" for "lempiras". */
function valueInQuestion(fact: Fact, random: Seeded): string {
  const { answer, relation } = fact;
  const single = /^(.*[^s])s$/.exec(answer)?.[1];
  if (relation.name === "currency" && single && random.next() < 0.5) return `the ${single}`;
  return answer;
}

function givesAway(fact: Fact): boolean {
  const value = plainQuestion(fact.answer);
  const names = [fact.place.name, fact.place.name.replace(/^The /, "")].map(plainQuestion);
  const stem = names[0]?.slice(0, 5) ?? "";
  return names.some((name) => value.includes(name) || name.includes(value)) || value.includes(stem);
}

function isList(fact: Fact): boolean {
  return fact.answer.includes(",") && fact.relation.name !== "capital";
}
