/** The fields of every event of the run log. */
import { count, milliseconds } from "./bounds.ts";

/** Position in the log, and milliseconds since `run-start` by the injected clock. */
export const base = { seq: count, atMs: milliseconds };
