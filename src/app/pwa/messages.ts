/** What the page says to its service worker. */
import * as z from "zod/mini";

export const workerMessage = z.discriminatedUnion("type", [
  /** workbox-window's own word for: take over now. */
  z.object({ type: z.literal("SKIP_WAITING") }),
  /** Keep what answering needs; the worker answers with true once all of it is there. */
  z.object({ type: z.literal("keep"), models: z.array(z.string()), webgpu: z.boolean() }),
]);

export type WorkerMessage = z.infer<typeof workerMessage>;
