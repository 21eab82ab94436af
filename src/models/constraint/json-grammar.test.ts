import { describe, expect, it } from "vitest";
import type { Constraint, JsonShape } from "../../runtime/ports.ts";
import { satisfies } from "./session.ts";

const shape: JsonShape = {
  type: "object",
  properties: {
    steps: {
      type: "array",
      items: {
        type: "object",
        properties: { query: { type: "string" }, known: { type: "boolean" } },
      },
    },
    marks: { type: "array", items: { type: "integer" } },
    final: { type: "string" },
  },
};
const constraint: Constraint = { kind: "json", name: "test", shape, begin: "" };

describe("JSON of one shape, as a grammar", () => {
  it.each([
    '{"steps": [], "marks": [], "final": ""}',
    '{"steps":[{"query":"Who?","known":true}],"marks":[1,20],"final":"a \\"b\\" \\u00e9 é"}',
  ])("has %s", (text) => {
    expect(JSON.parse(text)).toBeTypeOf("object");
    expect(satisfies(constraint, text)).toBe(true);
  });

  it.each([
    '{"steps": []}',
    '{"marks": [], "steps": [], "final": ""}',
    '{"steps": [], "marks": ["1"], "final": ""}',
    '{"steps": [], "marks": [], "final": "a\n"}',
    '{"steps": [], "marks": [], "final": ""} and more',
    '{"steps": [],\n\n"marks": [], "final": ""}',
  ])("has not %s", (text) => {
    expect(satisfies(constraint, text)).toBe(false);
  });
});
