import type { Constraint } from "../../runtime/ports.ts";
import { spanWords } from "../constraint/candidates.ts";
import { schemaOf } from "../constraint/json-schema.ts";

/** A longer expression could take longer to compile than an answer to write. */
const longestPattern = 20_000;

/** Null for what the API cannot enforce: grammars, and spans of long texts. */
export function responseConstraint(constraint: Constraint | undefined): object | null {
  switch (constraint?.kind) {
    case "json":
      return schemaOf(constraint.shape);
    case "choice":
      return pattern(constraint.options.map(escaped));
    case "span": {
      const { texts, maxWords, alternatives } = constraint;
      const runs = texts.flatMap((text) => spanWords(text, maxWords)).map(nested);
      return pattern([...new Set([...runs, ...alternatives.map(escaped)])]);
    }
    default:
      return null;
  }
}

function pattern(parts: readonly string[]): RegExp | null {
  const source = `^(?:${parts.join("|")})$`;
  return parts.length === 0 || source.length > longestPattern ? null : new RegExp(source, "u");
}

/** The run may end after any word: `a(?: b(?: c)?)?`. */
function nested([first = "", ...rest]: readonly string[]): string {
  const more = rest.reduceRight((inner, word) => `(?:${escaped(word)}${inner})?`, "");
  return `${escaped(first)}${more}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
