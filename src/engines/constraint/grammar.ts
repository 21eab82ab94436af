/** `grammar` constraints. Not there yet: asking for one is refused, not ignored. */
import { AppError } from "../../core/errors.ts";
import type { ByteAutomaton } from "./automaton.ts";

export function grammarAutomaton(grammar: string): ByteAutomaton {
  throw new AppError("generation-failed", { cause: "grammar-unsupported", length: grammar.length });
}
