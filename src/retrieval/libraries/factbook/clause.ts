/** Sentences made from a profile's fields. */
import type { Clause } from "../pack.ts";
import { type FieldNode, partsOf, textOf } from "./profile.ts";

/** `name`: the place's name inside a sentence. */
export type Say = (node: FieldNode, name: string) => Clause[];

interface TopicField {
  section: string;
  field: string;
  say: Say;
}

export interface Topic {
  slug: string;
  /** Follows the place in the title; uses the words people search for. */
  title: string;
  fields: TopicField[];
}

export function fieldsOf(section: string, says: Readonly<Record<string, Say>>): TopicField[] {
  return Object.entries(says).map(([field, say]) => ({ section, field, say }));
}

/** Empty if the body is. */
export function clause(lead: string, body: string): Clause[] {
  if (!body) return [];
  return [{ lead, body: /[.!?]"?$/.test(body) ? body : `${body}.` }];
}

/** "Label: text; part: text." */
export function labelled(label: string, options: { skip?: RegExp; only?: RegExp } = {}): Say {
  return (node) => clause(label && `${label}:`, allParts(node, options));
}

/** "Label: value (2024 est.)": one part of a field, by default its own value. */
export function latest(label: string, part?: string): Say {
  return (node) => clause(`${label}:`, textOf(node, part));
}

/** All parts of a field in one line, each with its label. */
export function allParts(node: FieldNode, options: { skip?: RegExp; only?: RegExp } = {}): string {
  return partsOf(node)
    .filter((part) => !options.skip?.test(part.label))
    .filter((part) => options.only?.test(part.label) ?? true)
    .map((part) => sayPart(part.label, part.text))
    .join("; ");
}

export function noteOf(node: FieldNode): Clause[] {
  return clause("Note:", textOf(node, "note"));
}

function sayPart(label: string, text: string): string {
  if (!label) return text;
  return /^note\b/i.test(label) ? `note - ${text}` : `${label}: ${text}`;
}
