/** Equal requests get equal answers. */

import type { Passage } from "../../../src/log/types.ts";
import type { ChatRequest, PassageReader } from "../../../src/runtime/ports.ts";
import { fakeReader } from "../../../src/testing/fakes.ts";

export interface Story {
  country: string;
  capital: string;
  river: string;
  question: string;
  passages: readonly Passage[];
}

const places = [
  ["Austria", "Vienna", "Danube"],
  ["France", "Paris", "Seine"],
  ["Egypt", "Cairo", "Nile"],
  ["Portugal", "Lisbon", "Tagus"],
  ["Iraq", "Baghdad", "Tigris"],
] as const;

export function storyOf(seed: number): Story {
  const [country, capital, river] = places[Math.abs(seed) % places.length] ?? places[0];
  return {
    country,
    capital,
    river,
    question: `Which river runs through the capital of ${country}?`,
    passages: [
      { id: "country", title: country, text: `The capital of ${country} is ${capital}.` },
      { id: "city", title: capital, text: `The river ${river} runs through ${capital}.` },
      { id: "other", title: "Bread", text: "Bread is baked of flour and water." },
    ],
  };
}

export function said(story: Story, purpose: ChatRequest["purpose"], known: string): string {
  const { country, capital, river } = story;
  const first = `What is the capital of ${country}?`;
  const second = `Which river runs through ${capital}?`;
  switch (purpose) {
    case "decide":
    case "judge":
      return "no";
    case "relevance":
      return "yes";
    case "plan":
      return `[Unsolved Query]: ${first}\n[Unsolved Query]: Which river runs through [1]?`;
    case "continue":
      return known.includes(river)
        ? `[Final Content]: ${river} [2]`
        : `[Unsolved Query]: ${second}`;
    case "read":
    case "proxy":
      return known.includes(second) ? river : capital;
    case "rewrite":
      return `capital ${country}`;
    case "digest":
      return capital;
    case "claims":
      return `Query: capital ${country}\nClaim: It is the Mur. | river Mur`;
    case "decompose":
      return `1. ${first}\n2. ${second}`;
    case "reason":
      return `So the answer is: ${river}`;
    default:
      return known.includes(first) && !known.includes(second)
        ? capital
        : `Answer: ${river}\nIt runs through ${capital} [1].`;
  }
}

export function shown({ messages }: Pick<ChatRequest, "messages">): string {
  return messages.at(-1)?.content ?? "";
}

export function readerOf({ river, capital }: Story): PassageReader {
  const reader = fakeReader((question, passage) => {
    // No passage answers both hops at once.
    const asksBoth = question.includes("river") && question.includes("capital of");
    const wanted = question.includes("river") ? river : capital;
    const tells = passage.includes(wanted) && (!asksBoth || passage.includes("capital of"));
    return tells ? { span: wanted, relevance: 0.9 } : { relevance: 0.1 };
  });
  return {
    read: (question, passages, signal) => reader.read(question, passages, signal),
    relevance: (question, passages, signal) => reader.relevance(question, passages, signal),
    known: (question, answer, signal, logprob) => reader.known(question, answer, signal, logprob),
  };
}

export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(16);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const place = (code * 31 + index * 7) % vector.length;
    vector[place] = (vector[place] ?? 0) + ((code % 13) - 6);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
