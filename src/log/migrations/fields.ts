/** Events of older versions, of which no more is known than that they are objects. */
import * as z from "zod/mini";

export const anyEvent = z.looseObject({ type: z.string() });
export const fields = z.looseObject({});
const list = z.array(fields);

/** The value with more fields; as it was when it is no object. */
export function withFields(value: unknown, added: Record<string, unknown>): unknown {
  const parsed = fields.safeParse(value);
  return parsed.success ? { ...added, ...parsed.data } : value;
}

/** A list with each of its objects changed; as it was when it is none. */
export function eachOf(
  value: unknown,
  change: (one: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const parsed = list.safeParse(value);
  return parsed.success ? parsed.data.map(change) : value;
}
