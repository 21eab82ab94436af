/** Continues a run that hit a cap; paid work is kept. */
import type { ErrorData } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { mostNano, nanoPerUsd } from "../models/budget/nano-usd.ts";
import type { Resume } from "../runtime/replay.ts";
import type { RunRequest } from "../runtime/run.ts";
import type { SpendingCaps } from "./preferences.ts";
import { onDevice } from "./presets.ts";
import { cutAt, resumeAt } from "./retry-point.ts";

/** Null if the run ended otherwise or continues. */
export function capMet(events: readonly RunEvent[]): ErrorData | null {
  const last = events.at(-1);
  if (last?.type !== "run-end" || last.error?.code !== "spending-cap-reached") return null;
  return last.error;
}

type Continued = Omit<RunRequest, "runId" | "resume"> & { resume: Resume };

/**
 * The run asks no large model, so it cannot hit the cap again; priced searches fall back to the
 * library.
 */
export function resumeOnDevice(events: readonly RunEvent[]): Continued | null {
  const [start] = events;
  const went = events.findLast(({ type }) => type === "run-start" || type === "run-resume");
  if (start?.type !== "run-start" || went === undefined || !("settings" in went)) return null;
  const settings = onDevice(went.settings);
  const cut = cutAt(events, { kind: "break" }, settings);
  if (cut === null) return null;
  const resume: Resume = { ...resumeAt(events, cut, null), cause: "cap" };
  return { question: start.question, settings, resume };
}

export function smallMayCost(events: readonly RunEvent[]): boolean {
  const went = events.findLast(({ type }) => type === "run-start" || type === "run-resume");
  if (went === undefined || !("small" in went)) return false;
  const { destination, price } = went.small;
  if (destination === "device") return false;
  if (price === null) return true;
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = price;
  return inputPerMillion > 0 || outputPerMillion > 0 || (cachedInputPerMillion ?? 0) > 0;
}

/**
 * The new caps have room for the refused call's worst case, in US dollars, rounded up to the cent.
 * Null if no cap could be high enough.
 */
export function raisedFor({ params }: ErrorData, caps: SpendingCaps): SpendingCaps | null {
  const { period, spent, wouldCost } = params;
  if (typeof spent !== "number" || typeof wouldCost !== "number") return null;
  const cap = Math.ceil(Number(((spent + wouldCost) * 100).toPrecision(12))) / 100;
  // No cap covers an unbounded cost.
  if (!(cap < mostNano / nanoPerUsd)) return null;
  return period === "day" ? { ...caps, perDayUsd: cap } : { ...caps, perQuestionUsd: cap };
}
