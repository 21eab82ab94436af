/** Who gave the answers that a router's labels are of (Eq. 2: the LLM that is used). */
import * as z from "zod/mini";
import { tier } from "../../../log/types.ts";

export const answerer = z.object({
  tier,
  /** As runs name it (`ModelRef.model`). */
  model: z.string().check(z.minLength(1), z.maxLength(400)),
});
export type Answerer = z.infer<typeof answerer>;

function isSameAnswerer(a: Answerer, b: Answerer): boolean {
  return a.tier === b.tier && a.model === b.model;
}

/**
 * The one that all rows are of; null where it is not known; `several` where they differ. Rows of
 * which nobody said go with the small model's, which answered in earlier versions.
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
