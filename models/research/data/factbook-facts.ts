/** Facts of the Factbook: values that occur literally in its passages, with their place. */
import type { Passage } from "../../../src/log/types.ts";
import { type Profile, readFacts } from "../../../src/retrieval/libraries/factbook/facts.ts";
import { nameInSentence } from "../../../src/retrieval/libraries/factbook/names.ts";
import { passagesOf } from "../../../src/retrieval/libraries/factbook/passages.ts";
import type { Relation } from "./factbook-relation.ts";
import { relations } from "./factbook-relations.ts";

export interface Place {
  code: string;
  /** As in titles: "The Gambia". */
  name: string;
  /** As within a sentence: "the Gambia". */
  named: string;
  /** The noun in questions: country, territory. */
  kind: string;
  profile: Profile;
}

export interface Fact {
  place: Place;
  relation: Relation;
  answer: string;
  passageId: string;
  /** Offset of the answer in the passage's text, in UTF-16 units. */
  start: number;
}

export interface FactbookData {
  places: Place[];
  passages: Passage[];
  passageById: ReadonlyMap<string, Passage>;
  facts: Fact[];
  placeByName: ReadonlyMap<string, Place>;
}

export const borderEntry =
  /(?<=^|, )(?<name>\p{Lu}[^\d(,]*?)(?: \([^)]*\))? (?<length>[\d,.]*\d km)(?=,|$| \()/gu;

export async function readFactbook(): Promise<FactbookData> {
  const profiles = await readFacts();
  const passages = passagesOf(profiles);
  const places = profiles.flatMap(placeOf);
  const byTopic = groupByTopic(passages);
  const found = places.flatMap((place) =>
    relations.flatMap((relation) => {
      const fact = findFact(place, relation, byTopic.get(`${place.code}/${relation.slug}`) ?? []);
      return fact ? [fact] : [];
    }),
  );
  const facts = [...found, ...found.flatMap(borderLengths)];
  return {
    places,
    passages,
    passageById: new Map(passages.map((passage) => [passage.id, passage])),
    facts,
    placeByName: new Map(places.map((place) => [place.name, place])),
  };
}

/** Index of `answer` in `text` as whole words, from `from` on; -1 if absent. */
export function wholeWordAt(text: string, answer: string, from = 0): number {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(answer)}(?![\\p{L}\\p{N}])`, "gu");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

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

const shortForms: Readonly<Record<string, string>> = {
  UK: "United Kingdom",
  US: "United States",
  UAE: "United Arab Emirates",
  Gambia: "The Gambia",
  Bahamas: "The Bahamas",
};

/** Finds the place by name, including the Factbook's short forms. */
export function resolvePlace(data: FactbookData, name: string): Place | undefined {
  const full = shortForms[name] ?? name.replace(/^the /, "");
  return data.placeByName.get(full);
}

function placeOf(profile: Profile): Place[] {
  const { code, name } = profile;
  // Oceans and unions have no capital or currency that identifies them.
  if (["xx", "ee", "oo", "xo", "xq", "zh", "zn", "um"].includes(code)) return [];
  const dependent = profile.sections["Government"]?.["Dependency status"] !== undefined;
  return [
    { code, name, named: nameInSentence(name), kind: dependent ? "territory" : "country", profile },
  ];
}

/** "Latvia 333 km, Russia 324 km" → a border length per neighbour. */
function borderLengths(list: Fact): Fact[] {
  if (list.relation.name !== "border-list") return [];
  return [...list.answer.matchAll(borderEntry)].flatMap((entry) => {
    const { name, length } = entry.groups ?? {};
    if (!name || !length) return [];
    const relation: Relation = {
      name: "border-length",
      slug: list.relation.slug,
      pattern: "",
      ask: [
        `How long is the border between {c} and ${name}?`,
        `How long is the land border that {c} shares with ${name}?`,
        `What is the length of the border of {c} with ${name}?`,
      ],
      weight: 0.8,
    };
    const start = list.start + entry.index + entry[0].length - length.length;
    return [{ ...list, relation, answer: length, start }];
  });
}

function groupByTopic(passages: readonly Passage[]): Map<string, Passage[]> {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages) {
    const topic = passage.id.replace(/-\d+$/, "");
    groups.set(topic, [...(groups.get(topic) ?? []), passage]);
  }
  return groups;
}

function findFact(place: Place, relation: Relation, passages: readonly Passage[]): Fact | null {
  const name = `(?:${escaped(place.named)}|${escaped(capitalised(place.named))})`;
  const pattern = new RegExp(relation.pattern.replaceAll("{c}", name), "du");
  for (const passage of passages) {
    if (relation.choose) {
      const chosen = relation.choose(passage.text);
      if (chosen) return { place, relation, ...chosen, passageId: passage.id };
      continue;
    }
    const match = pattern.exec(passage.text);
    const answer = match?.groups?.["a"]?.trim();
    const start = match?.indices?.groups?.["a"]?.[0];
    if (answer && start !== undefined) {
      return { place, relation, answer, passageId: passage.id, start };
    }
  }
  return null;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
