/** A user's correction of a step. */
import { plainName } from "../language/normalise.ts";
import type { RunEventOf } from "../log/events.ts";
import type { Trace, TraceNode } from "./trace.ts";

/**
 * True where the person gives the very answer that the step had: it was right, and nothing is struck
 * out. Not by the forms that scores compare: those know no signs, and −12 is no confirmation of 12.
 */
export function isConfirmation({ answer, replaced }: RunEventOf<"user-correction">): boolean {
  return answer !== null && replaced !== null && plainName(answer) === plainName(replaced);
}

/** The steps of the answer's path whose answers a person gave: nothing that was looked up supports them. */
export function givenSteps({ answer, nodes }: Trace): TraceNode[] {
  const path = answer?.path ?? [];
  return path.flatMap(({ node: id }) => {
    const node = nodes.get(id);
    const word = node?.corrected ?? null;
    return node === undefined || word === null || word.answer === null || isConfirmation(word)
      ? []
      : [node];
  });
}
