import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { databaseLibraries } from "./storage.ts";
import { createDocumentsWorker } from "./worker.ts";

/** PDF.js's character maps, fetched when a PDF needs them. */
const maps = new Map(
  Object.entries(
    import.meta.glob<string>("../../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
      query: "?url",
      import: "default",
    }),
  ).map(([path, address]) => [path.slice(path.lastIndexOf("/") + 1), address]),
);

async function characterMap(file: string): Promise<Uint8Array> {
  const address = await maps.get(file)?.();
  if (address === undefined) throw new Error(`no such character map: ${file}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`character map ${file}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

serve(createDocumentsWorker({ store: databaseLibraries(), characterMap }));
