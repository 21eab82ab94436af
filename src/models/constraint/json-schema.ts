import type { JsonShape } from "../../runtime/ports.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Strict schemas require every property and allow no other. */
export function objectSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

export function schemaOf(shape: JsonShape): JsonSchema {
  if (shape.type === "array") return { type: "array", items: schemaOf(shape.items) };
  if (shape.type !== "object") return { type: shape.type };
  const fields = Object.entries(shape.properties);
  return objectSchema(Object.fromEntries(fields.map(([name, value]) => [name, schemaOf(value)])));
}
