import * as z from "zod/mini";

export const anyEvent = z.looseObject({ type: z.string() });
export const fields = z.looseObject({});
const list = z.array(fields);

/** Values that are no object stay unchanged. */
export function withFields(value: unknown, added: Record<string, unknown>): unknown {
  const parsed = fields.safeParse(value);
  return parsed.success ? { ...added, ...parsed.data } : value;
}

/** Other values stay unchanged. */
export function eachOf(
  value: unknown,
  change: (one: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const parsed = list.safeParse(value);
  return parsed.success ? parsed.data.map(change) : value;
}
