/** The LLM of Eq. 2, which gave the answers behind a router's labels. */
import * as z from "zod/mini";
import { tier } from "../../../log/types.ts";

export const answerer = z.object({
  tier,
  model: z.string().check(z.minLength(1), z.maxLength(400)),
});
export type Answerer = z.infer<typeof answerer>;

function isSameAnswerer(a: Answerer, b: Answerer): boolean {
  return a.tier === b.tier && a.model === b.model;
}

/**
 * Null if unknown, `several` if rows differ. Rows without one are from earlier versions, where the
 * small model answered.
 */
export function commonAnswerer(
  rows: readonly { answerer?: Answerer | undefined }[],
): Answerer | "several" | null {
  const known = rows.flatMap(({ answerer: own }) => own ?? []);
  const [first] = known;
  if (first === undefined) return null;
  if (known.some((own) => !isSameAnswerer(own, first))) return "several";
  if (known.length === rows.length) return first;
  return first.tier === "small" ? null : "several";
}
