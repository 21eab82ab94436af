import type { Constraint, JsonShape } from "../runtime/ports.ts";

const text: JsonShape = { type: "string" };
const texts: JsonShape = { type: "array", items: text };

function form(name: string, begin: string, properties: Record<string, JsonShape>): Constraint {
  return { kind: "json", name, shape: { type: "object", properties }, begin };
}

const step: JsonShape = { type: "object", properties: { query: text, answer: text } };
const claim: JsonShape = {
  type: "object",
  properties: { claim: text, search: text, known: { type: "boolean" } },
};

export const jsonForms = {
  chain: form("chain", '{"steps": [', { steps: { type: "array", items: step }, final: text }),
  reading: form("reading", '{"answer": "', { answer: text }),
  summary: form("summary", '{"reasoning": "', { reasoning: text, answer: text }),
  keywords: form("keywords", '{"keywords": "', { keywords: text }),
  claims: form("claims", '{"queries": [', {
    queries: texts,
    claims: { type: "array", items: claim },
  }),
  questions: form("questions", '{"questions": [', { questions: texts }),
  relevant: form("relevant", '{"relevant": [', {
    relevant: { type: "array", items: { type: "integer" } },
  }),
  answer: form("answer", '{"answer": "', { answer: text }),
} as const satisfies Record<string, Constraint>;
