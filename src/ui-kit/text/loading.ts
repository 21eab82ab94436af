import type { LoadPhase } from "../../models/engine.ts";
import { bytes, seconds } from "./format.ts";

export const loadingText = {
  phases: {
    waiting: "Next",
    checking: "Checking",
    downloading: "Fetching",
    "reading-cache": "Reading what is kept",
    compiling: "Preparing",
    "warming-up": "Warming up",
    ready: "Ready",
  } satisfies Record<LoadPhase, string>,
  library: "The library",
  of: (done: number, total: number | null) =>
    total === null ? bytes(done) : `${bytes(done)} of ${bytes(total)}`,
  share: (value: number) => `${Math.floor(100 * value)} %`,
  speed: (value: number) => `${bytes(value)}/s`,
  left: (value: number) => `${seconds(value)} left`,
  cancel: "Stop loading",
  startingRun: "Starting the run…",
} as const;
