/** Single-hop questions on the Factbook, each with its passage and the answer's offset. */
import { askAbout, askBack, singlingFacts } from "./factbook-describe.ts";
import { type Fact, type FactbookData, nameIn } from "./factbook-facts.ts";
import { seeded } from "./seeded.ts";

export interface SpanQuestion {
  id: string;
  question: string;
  relation: string;
  /** The relation's value: the answer, or what identifies the place asked for. */
  value: string;
  answer: string;
  passageId: string;
  /** Offset of the answer in the passage's text, in UTF-16 units. */
  start: number;
}

/** Share of the facts of weight 1 that get questions. */
const share = 0.42;

/** Questions for values, and for places by their unique values. */
export function spanQuestions(data: FactbookData): SpanQuestion[] {
  const random = seeded("factbook-spans");
  const singling = singlingFacts(data.facts);
  const forward = data.facts.flatMap((fact) => {
    const wanted = (fact.relation.weight ?? 1) * share;
    const count = Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0);
    return random
      .shuffled(fact.relation.ask)
      .slice(0, count)
      .map((ask) => askFor(fact, ask));
  });
  const backward = singling.flatMap((fact) => {
    if (!fact.relation.reverse) return [];
    const question = askBack(fact, random.pick(fact.relation.reverse.ask));
    const found = nameIn(data, fact);
    if (!found) return [];
    const { name, start } = found;
    return [{ ...base(fact, "place-by"), question, answer: name, start }];
  });
  return random.shuffled([...forward, ...backward]);
}

function askFor(fact: Fact, ask: string): SpanQuestion {
  const question = askAbout(ask, fact.place.named);
  return { ...base(fact, fact.relation.name), question };
}

function base(fact: Fact, relation: string): Omit<SpanQuestion, "question"> {
  const { place, answer, passageId, start } = fact;
  const id = `factbook-${relation}-${place.code}-${fact.relation.name}`;
  return { id, relation, value: answer, answer, passageId, start };
}
