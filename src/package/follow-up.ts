/** A question in full: what it takes from earlier turns is written out, as in the page. */
import { namesSaid } from "../language/asked-names.ts";
import { type Earlier, readFollowUp } from "../language/english/antecedent.ts";
import { maxQuestionCharacters } from "../log/question.ts";
import type { LibraryNames } from "../retrieval/libraries/manifest.ts";
import type { Turn } from "./options.ts";

/** Nobody refers further back. */
const mostTurns = 20;

/** A question whose antecedent is not certain stays as it is. */
export function inFull(question: string, after: readonly Turn[], names: LibraryNames): string {
  let earlier: Earlier | null = null;
  for (const turn of after.slice(-mostTurns)) {
    // The turn before may itself lean on an earlier one.
    earlier = earlierOf({ ...turn, question: resolved(turn.question, earlier, names) }, names);
  }
  return resolved(question, earlier, names);
}

function resolved(question: string, earlier: Earlier | null, names: LibraryNames): string {
  if (earlier === null || question.length > maxQuestionCharacters) return question;
  const read = readFollowUp(question.trim(), earlier, names);
  return read.kind === "resolved" ? read.question : question;
}

function earlierOf({ question, answer = "" }: Turn, names: LibraryNames): Earlier {
  const bare = answer
    .slice(0, maxQuestionCharacters)
    .replace(/ ?\[\d+\]/gu, "")
    .replace(/\.\s*$/u, "")
    .trim();
  const asked = question.slice(0, maxQuestionCharacters);
  return { question: asked, answer: bare, found: namesSaid(bare, names.entries) };
}
