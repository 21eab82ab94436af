/** What every event of the run log has. */
import * as z from "zod/mini";

/** Its place in the log, and milliseconds since `run-start` by the injected clock. */
export const base = { seq: z.int(), atMs: z.number() };
