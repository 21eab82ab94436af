/** What every event of the run log has. */
import { count, milliseconds } from "./bounds.ts";

/** Its place in the log, and milliseconds since `run-start` by the injected clock. */
export const base = { seq: count, atMs: milliseconds };
