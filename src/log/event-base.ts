import { count, milliseconds } from "./bounds.ts";

/** `atMs` counts from `run-start`, by the injected clock. */
export const base = { seq: count, atMs: milliseconds };
