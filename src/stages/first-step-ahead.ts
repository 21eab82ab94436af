/**
 * The first step of a plan is looked up while the rest is still being written. It saves time only:
 * the log is the same.
 */
import type { RunEvent } from "../log/events.ts";
import { withoutThinking } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { growChain } from "./grow.ts";
import { parseChain } from "./parse/chain.ts";
import { currentPath } from "./path.ts";
import { findPassages } from "./retrieve.ts";

/** A first step comes early, and a hostile stream must not be read again and again. */
const mostCharacters = 8000;

/** Listens to the events of a plan being written. */
export function firstStepAhead(context: Context): (event: RunEvent) => void {
  let written = "";
  let isBegun = false;
  return (event) => {
    if (isBegun || event.type !== "call-delta") return;
    written += event.text;
    if (!/[}\n]/u.test(event.text)) return;
    const begun = wholeSteps(withoutThinking(written));
    isBegun = begun !== null || written.length > mostCharacters;
    if (begun === null) return;
    const [first] = parseChain(begun, null, context.language).nodes;
    if (first === undefined) return;
    void lookedUp(context, { nodes: [first], finalContent: null });
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
async function lookedUp(
  context: Context,
  chain: Parameters<typeof growChain>[1]["chain"],
): Promise<void> {
  const fork = context.fork();
  if (fork === null) return;
  try {
    growChain(fork, { cause: "plan", parent: null, call: null, chain });
    const [step] = currentPath(fork.trace);
    if (step === undefined) return;
    for await (const _event of findPassages(fork, step));
  } catch {
    // As above.
  }
}

export async function* overheard<T>(steps: Steps<T>, hear: (event: RunEvent) => void): Steps<T> {
  for (;;) {
    const part = await steps.next();
    if (part.done === true) return part.value;
    hear(part.value);
    yield part.value;
  }
}
