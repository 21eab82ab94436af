/** FAKE: a Worker of the page that is the real figures' worker on the other end of a channel. */
import * as Comlink from "comlink";
import { vi } from "vitest";
import { createFiguresWorker, type FiguresWorker } from "../../features/router/figures-worker.ts";

/** Until `vi.unstubAllGlobals`. Tells how many were started, and how many ended. */
export function stubFiguresWorker(createWorker: () => FiguresWorker = createFiguresWorker): {
  started: number;
  ended: number;
} {
  const counts = { started: 0, ended: 0 };
  vi.stubGlobal("Worker", function FakeWorker() {
    counts.started += 1;
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(createWorker(), port1);
    return Object.assign(port2, {
      terminate: () => {
        counts.ended += 1;
        port1.close();
      },
    });
  });
  return counts;
}
