/**
 * Sends passages to `_bulk`, which may refuse a passage, a batch for now, or a batch that is too
 * large.
 */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Passage } from "../../log/types.ts";
import { UsageError } from "../../node/run-settings.ts";
import { ask, type Cluster, waitsMs } from "./cluster.ts";

export interface IndexedPassage extends Passage {
  vector?: Float32Array;
}

export interface BulkCounts {
  indexed: number;
  replaced: number;
  refused: number;
  firstRefusal: string | null;
}

export const noCounts: BulkCounts = { indexed: 0, replaced: 0, refused: 0, firstRefusal: null };

const reply = z.looseObject({
  items: z.array(
    z.looseObject({
      index: z.looseObject({
        status: z.int(),
        result: z.optional(z.string()),
        error: z.optional(z.looseObject({ reason: z.optional(z.nullable(z.string())) })),
      }),
    }),
  ),
});

/**
 * Idempotent, since ids are fixed. `refusals` counts the preceding answers that accepted nothing.
 * Throws UsageError.
 */
export async function sendBulk(
  cluster: Cluster,
  passages: readonly IndexedPassage[],
  signal: AbortSignal,
  onWait: (reason: string) => void,
  refusals = 0,
): Promise<BulkCounts> {
  if (passages.length === 0) return noCounts;
  const path = `${cluster.index}/_bulk`;
  const { status, body, message } = await ask(
    cluster,
    "POST",
    path,
    bodyOf(passages),
    signal,
    onWait,
  );
  if (status === 413 && passages.length > 1) {
    const middle = Math.ceil(passages.length / 2);
    const first = await sendBulk(cluster, passages.slice(0, middle), signal, onWait);
    return summed(first, await sendBulk(cluster, passages.slice(middle), signal, onWait));
  }
  const parsed = reply.safeParse(body);
  if (status !== 200 || !parsed.success || parsed.data.items.length !== passages.length) {
    throw new UsageError(`${cluster.index} took no passages. It answered ${status}: ${message}`);
  }
  const again: IndexedPassage[] = [];
  let counts = noCounts;
  for (const [place, { index }] of parsed.data.items.entries()) {
    const passage = passages[place];
    if (index.status === 429 && passage !== undefined) again.push(passage);
    else counts = summed(counts, countsOf(index.status, index.result, index.error?.reason ?? ""));
  }
  if (again.length === 0) return counts;
  if (again.length < passages.length) {
    return summed(counts, await sendBulk(cluster, again, signal, onWait));
  }
  const waitMs = waitsMs[refusals];
  if (waitMs === undefined) {
    throw new UsageError(
      `${cluster.index} was tried for two minutes, and took none of ${passages.length} passages: it is busy (429).`,
    );
  }
  onWait("it is busy");
  await pause(waitMs, undefined, { signal });
  return sendBulk(cluster, again, signal, onWait, refusals + 1);
}

function countsOf(status: number, result: string | undefined, reason: string): BulkCounts {
  if (status >= 300) return { ...noCounts, refused: 1, firstRefusal: `${status}: ${reason}` };
  return { ...noCounts, indexed: 1, replaced: result === "updated" ? 1 : 0 };
}

export function summed(one: BulkCounts, other: BulkCounts): BulkCounts {
  return {
    indexed: one.indexed + other.indexed,
    replaced: one.replaced + other.replaced,
    refused: one.refused + other.refused,
    firstRefusal: one.firstRefusal ?? other.firstRefusal,
  };
}

function bodyOf(passages: readonly IndexedPassage[]): string {
  const lines = passages.flatMap(({ id, title, text, vector }) => [
    JSON.stringify({ index: { _id: id } }),
    JSON.stringify({ title, text, ...(vector === undefined ? {} : { vector: [...vector] }) }),
  ]);
  return `${lines.join("\n")}\n`;
}
