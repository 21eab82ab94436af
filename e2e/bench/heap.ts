/** Excludes machine code: JIT grows a page by a megabyte although nothing leaks. */
import type { CDPSession } from "@playwright/test";
import * as z from "zod/mini";

export interface HeapSizes {
  dataMB: number;
  codeMB: number;
}

const snapshot = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.array(z.unknown()) }),
  }),
  nodes: z.array(z.number()),
});
const typeNames = z.array(z.string());

/** Taking a snapshot collects garbage first. */
export async function heapSizes(session: CDPSession): Promise<HeapSizes> {
  const pieces: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void pieces.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", take);
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", take);
  return sizesOf(snapshot.parse(JSON.parse(pieces.join(""))));
}

function sizesOf({ snapshot: { meta }, nodes }: z.infer<typeof snapshot>): HeapSizes {
  const fields = meta.node_fields;
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const code = typeNames.parse(meta.node_types[typeAt]).indexOf("code");
  let [dataBytes, codeBytes] = [0, 0];
  for (let node = 0; node < nodes.length; node += fields.length) {
    const size = nodes[node + sizeAt] ?? 0;
    if (nodes[node + typeAt] === code) codeBytes += size;
    else dataBytes += size;
  }
  return { dataMB: dataBytes / 2 ** 20, codeMB: codeBytes / 2 ** 20 };
}
