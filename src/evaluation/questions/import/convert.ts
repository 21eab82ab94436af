import type * as z from "zod/mini";
import type { contextKinds, GoldPassage, Paragraph } from "../question.ts";
import type { BadRow, Converted, RowDraft, Take } from "./format.ts";
import type { PlacedValue } from "./json-rows.ts";

/** `key` is the row's name in an object of rows, else null. */
export type Convert = (value: unknown, key: string | null) => Converted;

export function converter<T>(
  schema: z.ZodMiniType<T>,
  toRow: (value: T, key: string | null) => Converted,
): Convert {
  return (value, key) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return bad("not-an-object");
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return toRow(parsed.data, key);
    return bad("wrong-shape", { field: parsed.error.issues[0]?.path.join(".") ?? "" });
  };
}

export function good(row: RowDraft): Converted {
  return { kind: "row", row };
}

export function bad(reason: BadRow["reason"], params: BadRow["params"] = {}): Converted {
  return { kind: "bad", reason, params };
}

export function convertRow(placed: PlacedValue, convert: Convert, take: Take): void {
  const { line } = placed;
  take(
    line,
    placed.ok ? convert(placed.value, placed.key ?? null) : bad(placed.reason, placed.params),
  );
}

export function supportingOf(facts: readonly (readonly [string, number])[]): GoldPassage[] {
  const byTitle = new Map<string, number[]>();
  for (const [title, sentence] of facts) {
    byTitle.set(title, [...(byTitle.get(title) ?? []), sentence]);
  }
  return [...byTitle].map(([title, sent_ids]) => ({ title, sent_ids }));
}

export function contextKindOf(
  context: readonly Paragraph[],
  gold: readonly GoldPassage[],
): (typeof contextKinds)[number] {
  const titles = new Set(context.map(({ title }) => title));
  const golds = new Set(gold.map(({ title }) => title));
  if ([...golds].some((title) => !titles.has(title))) return "fullwiki";
  return context.some(({ title }) => !golds.has(title)) ? "distractor" : "gold_only";
}
