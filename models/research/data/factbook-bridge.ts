/** Chains from place to place: two-hop bridges and three-hop compositions. */
import { type ChainStep, type Draft, spellings } from "./factbook-chain.ts";
import { askAbout, type Describer, type Mention } from "./factbook-describe.ts";
import { type Fact, type FactbookData, type Place, resolvePlace } from "./factbook-facts.ts";
import { grouped } from "./grouped.ts";
import type { Seeded } from "./seeded.ts";

/** Relations that lead to another place, with phrases that describe it. */
const links: Readonly<Record<string, readonly string[]>> = {
  "only-neighbour": [
    "the only country that borders {c}",
    "the only neighbour of {c}",
    "the only country sharing a land border with {c}",
    "the only land neighbour of {c}",
  ],
  "export-partner": [
    "the country that buys most of the exports of {c}",
    "the largest export partner of {c}",
    "the country to which {c} exports the most",
  ],
  "import-partner": [
    "the country from which {c} imports the most",
    "the largest import partner of {c}",
    "the country that sells the most to {c}",
  ],
  "independence-from": [
    "the country from which {c} became independent",
    "the country that {c} gained its independence from",
  ],
};

/** Values that make sense only next to the place's name. */
const notAsked: ReadonlySet<string> = new Set([
  "compared-size",
  "nationality",
  "ethnic-groups",
  "lowest-point-height",
]);

/** Such as "Who is the chief of state of the country whose capital is Oslo?" */
export function bridges(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  perFact: number,
): Draft[] {
  const byPlace = grouped(data.facts, (fact) => fact.place.code);
  return describe.singling.flatMap((known) => {
    const wanted = Math.floor(perFact) + (random.next() < perFact % 1 ? 1 : 0);
    const asked = drawn(byPlace.get(known.place.code) ?? [], wanted, known, random);
    return asked.flatMap((fact) => {
      const mention = describe.by(known);
      return mention ? [bridge(mention, fact, random)] : [];
    });
  });
}

/**
 * "What is the capital of the only neighbour of Portugal?", or of the country whose capital is …
 */
export function compositions(
  data: FactbookData,
  describe: Describer,
  random: Seeded,
  described: boolean,
  perLink: number,
): Draft[] {
  const byPlace = grouped(data.facts, (fact) => fact.place.code);
  return data.facts.flatMap((link) => {
    const phrases = links[link.relation.name];
    const target = phrases && resolvePlace(data, link.answer);
    if (!target || target === link.place) return [];
    // Few places have a single neighbour, many have trade partners.
    const times = link.relation.name === "only-neighbour" ? perLink * 8 : perLink;
    const wanted = Math.floor(times) + (random.next() < times % 1 ? 1 : 0);
    const asked = drawn(byPlace.get(target.code) ?? [], wanted, link, random);
    return asked.flatMap((fact) => {
      const slug = link.relation.slug;
      const mention = described
        ? describe.described(link.place, [slug])
        : describe.named(link.place);
      return mention ? [composition(mention, link, phrases, fact, random)] : [];
    });
  });
}

function bridge(mention: Mention, fact: Fact, random: Seeded): Draft {
  const steps: ChainStep[] = [
    ...(mention.step ? [mention.step] : []),
    stepFor(fact, random.pick(fact.relation.ask)),
  ];
  return {
    question: askAbout(shortAsk(fact, random), mention.text),
    answers: answersOf(fact),
    type: "bridge",
    steps,
    rests: [steps.length],
  };
}

function composition(
  mention: Mention,
  link: Fact,
  phrases: readonly string[],
  fact: Fact,
  random: Seeded,
): Draft {
  const steps: ChainStep[] = [
    ...(mention.step ? [mention.step] : []),
    stepFor(link, random.pick(link.relation.ask)),
    stepFor(fact, random.pick(fact.relation.ask)),
  ];
  const middle = random.pick(phrases).replaceAll("{c}", mention.text);
  return {
    question: askAbout(shortAsk(fact, random), middle),
    answers: answersOf(fact),
    type: steps.length > 2 ? "composed" : "bridge",
    steps,
    rests: [steps.length],
  };
}

export function stepFor(fact: Fact, ask: string): ChainStep {
  const query = askAbout(ask, fact.place.named);
  return { query, answer: fact.answer, passageId: fact.passageId };
}

/** Long descriptions read best at the end of the question. */
function shortAsk(fact: Fact, random: Seeded): string {
  const ending = fact.relation.ask.filter((ask) => ask.endsWith("{c}?"));
  return random.pick(ending.length > 0 && random.next() < 0.85 ? ending : fact.relation.ask);
}

/** Weighted draw of different facts of a place, none from a passage already used. */
function drawn(facts: readonly Fact[], count: number, not: Fact, random: Seeded): Fact[] {
  const usable = facts.filter(
    (fact) => fact.passageId !== not.passageId && !notAsked.has(fact.relation.name),
  );
  return usable
    .map((fact) => ({ fact, key: random.next() ** (1 / (fact.relation.weight ?? 1) ** 2) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ fact }) => fact);
}

function answersOf(fact: Fact): string[] {
  return spellings(fact.answer, ...otherNames(fact.answer));
}

function otherNames(answer: string): string[] {
  const long: Readonly<Record<string, string>> = {
    UK: "United Kingdom",
    US: "United States",
    UAE: "United Arab Emirates",
  };
  const full = long[answer];
  return full ? [full] : [];
}

/** The place as an answer, with and without its article. */
export function placeSpellings(place: Place, said = place.name): string[] {
  return spellings(said, place.name, place.named);
}
