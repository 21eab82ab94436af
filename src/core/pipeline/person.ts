/** A person corrected a step: the chain is built on from there, by their word. */

import type { Context, Steps } from "./context.ts";
import { continueChain, endHere, otherwise } from "./continue.ts";
import { answeredSteps, pathTo } from "./path.ts";

/** Grows the branch that the last correction asks for, unless it has grown already. */
export async function* followPerson(context: Context): Steps<void> {
  const { corrections, branches, nodes } = context.trace;
  const said = corrections.at(-1);
  const node = nodes.get(said?.node ?? "");
  if (said === undefined || node === undefined) return;
  if (branches.some(({ cause, seq }) => cause === "user" && seq > said.seq)) return;
  const before = answeredSteps(pathTo(context.trace, node.parent));
  if (said.answer === null) {
    const asked = yield* otherwise(context, node, before, "user");
    if (!asked) yield endHere(context, node, "user");
    return;
  }
  const reading = { span: said.answer, confidence: null, passage: null };
  const kind = said.replaced === null ? "complete" : "correct";
  const feedback = { kind, reading, byPerson: true } as const;
  yield* continueChain(context, { ...node, answer: said.replaced }, before, feedback);
}
