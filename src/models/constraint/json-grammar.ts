/** Serves engines without JSON schemas. */
import type { JsonShape } from "../../runtime/ports.ts";

/** White space is only where the examples have it, so no model emits it endlessly. */
const rules = [
  'text ::= "\\"" letter* "\\""',
  'letter ::= [^"\\\\\\u0000-\\u001F] | "\\\\" (["\\\\/bfnrt] | "u" hex hex hex hex)',
  "hex ::= [0-9a-fA-F]",
  'truth ::= "true" | "false"',
  'number ::= "0" | [1-9] [0-9]*',
].join("\n");

export function jsonGrammar(shape: JsonShape): string {
  return `root ::= ${expression(shape)}\n${rules}`;
}

function expression(shape: JsonShape): string {
  switch (shape.type) {
    case "string":
      return "text";
    case "boolean":
      return "truth";
    case "integer":
      return "number";
    case "array": {
      const item = expression(shape.items);
      return `"[" (${item} ("," " "? ${item})*)? "]"`;
    }
    case "object": {
      const fields = Object.entries(shape.properties).map(
        ([name, value]) => `${literal(`"${name}":`)} " "? ${expression(value)}`,
      );
      return `"{" ${fields.join(' "," " "? ')} "}"`;
    }
  }
}

function literal(text: string): string {
  return `"${text.replace(/["\\]/gu, "\\$&")}"`;
}
