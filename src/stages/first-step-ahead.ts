/**
 * The first step of a plan is looked up while the rest is still being written. It saves time only:
 * the log is the same.
 */
import { withoutThinking } from "../runtime/call.ts";
import type { Context } from "../runtime/context.ts";
import { growChain } from "./grow.ts";
import type { DraftNode } from "./memory-proposal.ts";
import { parseChain } from "./parse/chain.ts";
import { currentPath } from "./path.ts";
import { findPassages } from "./retrieve.ts";

/** A first step comes early, and a hostile stream must not be read again and again. */
const mostCharacters = 8000;

/** Takes a plan piece by piece. */
export function firstStepAhead(context: Context): (piece: string) => void {
  let written = "";
  let isBegun = false;
  return (piece) => {
    if (isBegun) return;
    written += piece;
    if (!/[}\n]/u.test(piece)) return;
    const begun = wholeSteps(withoutThinking(written));
    isBegun = begun !== null || written.length > mostCharacters;
    if (begun === null) return;
    const [first] = parseChain(begun, null, context.language).nodes;
    if (first !== undefined) void lookUp(context, first);
  };
}

/** The steps that are written to their end, as JSON or in lines; null if none is. */
function wholeSteps(written: string): string | null {
  const json = written.indexOf("{");
  if (json === -1) {
    const end = written.lastIndexOf("\n");
    return end === -1 ? null : written.slice(0, end);
  }
  const end = written.indexOf("}", json);
  return end === -1 ? null : `${written.slice(json, end + 1)}], "final": ""}`;
}

/** A failure is left to the step's own turn. */
async function lookUp(context: Context, first: DraftNode): Promise<void> {
  const fork = context.fork();
  if (fork === null) return;
  try {
    const chain = { nodes: [first], finalContent: null };
    growChain(fork, { cause: "plan", parent: null, call: null, chain });
    const [step] = currentPath(fork.trace);
    if (step === undefined) return;
    for await (const _event of findPassages(fork, step));
  } catch {
    // As above.
  }
}
