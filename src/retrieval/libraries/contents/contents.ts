/** Groups passages by ids and titles alone, so it works for any library. */
import type { Alias } from "../../../language/names.ts";
import type { Passage } from "../../../log/types.ts";
import { factsOf } from "./facts-of.ts";

export interface Entry {
  /** Stable, for addresses: the common prefix of its passages' ids, else its title. */
  key: string;
  title: string;
  others: readonly string[];
}

export interface Topic {
  /** "" if the titles name no topic. */
  title: string;
  passages: readonly { id: string; facts: readonly string[] }[];
}

export interface Place {
  entry: Entry;
  topics: readonly Topic[];
  passage: string | null;
  /** The named passage is not in this edition. */
  gone: boolean;
}

export interface Contents {
  entries: readonly Entry[];
  /** Takes an entry's key or a passage's id; null if neither exists. */
  find(at: string): Place | null;
}

export function contentsOf(passages: readonly Passage[], aliases: readonly Alias[]): Contents {
  const keyOf = keysOf(passages);
  const groups = new Map<string, { title: string; passages: Passage[] }>();
  const keyOfPassage = new Map<string, string>();
  for (const passage of passages) {
    const key = keyOf(passage);
    const group = groups.get(key) ?? { title: partsOf(passage.title).entry, passages: [] };
    group.passages.push(passage);
    groups.set(key, group);
    keyOfPassage.set(passage.id, key);
  }
  const { compare } = new Intl.Collator("en");
  const entries = [...groups]
    .map(([key, { title }]): Entry => ({ key, title, others: othersOf(title, aliases) }))
    .sort((a, b) => compare(a.title, b.title));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const placeOf = (key: string, passage: string | null, gone: boolean): Place | null => {
    const entry = byKey.get(key);
    if (entry === undefined) return null;
    const topics = topicsOf(entry.title, groups.get(key)?.passages ?? []);
    return { entry, topics, passage, gone };
  };
  return {
    entries,
    find(at) {
      const ofPassage = keyOfPassage.get(at);
      if (ofPassage !== undefined) return placeOf(ofPassage, at, false);
      return placeOf(at, null, false) ?? placeOf(prefixOf(at), null, true);
    },
  };
}

/** "fr/capital" → "fr"; "" for an id without parts. */
function prefixOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf("/")));
}

/** "France: capital" → France, capital. */
function partsOf(title: string): { entry: string; topic: string } {
  const colon = title.indexOf(": ");
  if (colon < 0) return { entry: title, topic: "" };
  return { entry: title.slice(0, colon), topic: title.slice(colon + 2) };
}

/** A prefix identifies an entry only if all its passages share one title. */
function keysOf(passages: readonly Passage[]): (passage: Passage) => string {
  const titles = new Map<string, Set<string>>();
  for (const { id, title } of passages) {
    const prefix = prefixOf(id);
    const known = titles.get(prefix) ?? new Set();
    titles.set(prefix, known.add(partsOf(title).entry));
  }
  return ({ id, title }) => {
    const prefix = prefixOf(id);
    const isOne = prefix !== "" && titles.get(prefix)?.size === 1;
    return isOne ? prefix : partsOf(title).entry;
  };
}

function othersOf(title: string, aliases: readonly Alias[]): string[] {
  return aliases.filter(([, own]) => own === title).map(([other]) => other);
}

function topicsOf(entry: string, passages: readonly Passage[]): Topic[] {
  const topics = new Map<string, { id: string; facts: readonly string[] }[]>();
  for (const { id, title, text } of passages) {
    const { topic } = partsOf(title);
    topics.set(topic, [...(topics.get(topic) ?? []), { id, facts: factsOf(text, entry) }]);
  }
  return [...topics].map(([title, some]) => ({ title, passages: some }));
}
