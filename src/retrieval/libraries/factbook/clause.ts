/** Clauses: the sentences that a profile's fields become, and the plain ways to say a field. */
import type { Clause } from "../pack.ts";
import { type FieldNode, partsOf, textOf } from "./profile.ts";

/** Says a field in zero or more clauses. `name` is the place's name as it stands in a sentence. */
export type Say = (node: FieldNode, name: string) => Clause[];

interface TopicField {
  section: string;
  field: string;
  say: Say;
}

/** Fields of a profile that share passages. */
export interface Topic {
  /** Part of the passage's id: `fr/capital`. */
  slug: string;
  /** Follows the place in the passage's title; it names what people ask for. */
  title: string;
  fields: TopicField[];
}

/** The fields of one section, each with the way it is said. */
export function fieldsOf(section: string, says: Readonly<Record<string, Say>>): TopicField[] {
  return Object.entries(says).map(([field, say]) => ({ section, field, say }));
}

/** No clause when there is nothing to say; else one whose body ends in a full stop. */
export function clause(lead: string, body: string): Clause[] {
  if (!body) return [];
  return [{ lead, body: /[.!?]"?$/.test(body) ? body : `${body}.` }];
}

/** "Label: text; part: text." – the plain way to say any field. */
export function labelled(label: string, options: { skip?: RegExp; only?: RegExp } = {}): Say {
  return (node) => clause(label && `${label}:`, allParts(node, options));
}

/** "Label: value (2024 est.)." – one part of a field, by default its own value. */
export function latest(label: string, part?: string): Say {
  return (node) => clause(`${label}:`, textOf(node, part));
}

/** All parts of a field in one line, each after its label. */
export function allParts(node: FieldNode, options: { skip?: RegExp; only?: RegExp } = {}): string {
  return partsOf(node)
    .filter((part) => !options.skip?.test(part.label))
    .filter((part) => options.only?.test(part.label) ?? true)
    .map((part) => sayPart(part.label, part.text))
    .join("; ");
}

/** The field's note, if it has one. */
export function noteOf(node: FieldNode): Clause[] {
  return clause("Note:", textOf(node, "note"));
}

function sayPart(label: string, text: string): string {
  if (!label) return text;
  return /^note\b/i.test(label) ? `note - ${text}` : `${label}: ${text}`;
}
