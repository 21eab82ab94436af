/**
 * Reads pairs as in official files, `[["a", 0], ["b", 1]]`, or as in Hugging Face's columns,
 * `{title: ["a", "b"], sent_id: [0, 1]}`.
 */
import * as z from "zod/mini";

type Names = readonly [string, string];

export function pairs<A, B>(names: Names, first: z.ZodMiniType<A>, second: z.ZodMiniType<B>) {
  return z.pipe(
    z.transform((value: unknown) => zipped(value, names)),
    z.array(z.tuple([first, second])),
  );
}

function zipped(value: unknown, [left, right]: Names): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const lefts: unknown = Reflect.get(value, left);
  const rights: unknown = Reflect.get(value, right);
  if (!Array.isArray(lefts) || !Array.isArray(rights) || lefts.length !== rights.length) {
    return value;
  }
  return lefts.map((one: unknown, at) => [one, rights[at]]);
}
