/** Messages from the page to its service worker. */
import * as z from "zod/mini";

export const workerMessage = z.discriminatedUnion("type", [
  /** workbox-window's own message to activate now. */
  z.object({ type: z.literal("SKIP_WAITING") }),
  /** Cache what answering needs; the worker replies true once all of it is cached. */
  z.object({ type: z.literal("keep"), models: z.array(z.string()), webgpu: z.boolean() }),
]);

export type WorkerMessage = z.infer<typeof workerMessage>;
