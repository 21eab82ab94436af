import { plainName } from "../language/normalise.ts";
import type { RunEventOf } from "../log/events.ts";
import type { Trace, TraceNode } from "./trace.ts";

/**
 * The user confirms the step's answer, so nothing is struck out. The scores' normalisation would
 * drop signs: −12 must not confirm 12.
 */
export function isConfirmation({ answer, replaced }: RunEventOf<"user-correction">): boolean {
  return answer !== null && replaced !== null && plainName(answer) === plainName(replaced);
}

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
