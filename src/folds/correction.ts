/** A person's word on a step. */
import { plainName } from "../language/normalise.ts";
import type { RunEventOf } from "../log/events.ts";

/**
 * True where the person gives the very answer that the step had: it was right, and nothing is struck
 * out. Not by the forms that scores compare: those know no signs, and −12 is no confirmation of 12.
 */
export function isConfirmation({ answer, replaced }: RunEventOf<"user-correction">): boolean {
  return answer !== null && replaced !== null && plainName(answer) === plainName(replaced);
}
