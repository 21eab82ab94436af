/** How a run that met a spending cap goes on. What was paid for until then is kept. */
import type { ErrorData } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { mostNano, nanoPerUsd } from "../models/budget/nano-usd.ts";
import type { Resume } from "../runtime/replay.ts";
import type { RunRequest } from "../runtime/run.ts";
import type { SpendingCaps } from "./preferences.ts";
import { onDevice } from "./presets.ts";
import { cutAt, resumeAt } from "./retry-point.ts";

/** The refusal that ended the run; null where it ended otherwise, or goes on. */
export function capMet(events: readonly RunEvent[]): ErrorData | null {
  const last = events.at(-1);
  if (last?.type !== "run-end" || last.error?.code !== "spending-cap-reached") return null;
  return last.error;
}

type Continued = Omit<RunRequest, "runId" | "resume"> & { resume: Resume };

/**
 * The rest of the run by the settings it was begun with, all on this device. It asks no large
 * model any more, so it cannot meet the cap again; a priced search falls back to the library.
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

/**
 * Whether the small model that the run went by costs money, or may: a server that is not known to
 * be free. To go on with it would meet the cap again.
 */
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
 * The caps with room for the call that was refused, at its worst case: US dollars, rounded up
 * to the cent. Null where the refusal does not tell, or no cap could be high enough.
 */
export function raisedFor({ params }: ErrorData, caps: SpendingCaps): SpendingCaps | null {
  const { period, spent, wouldCost } = params;
  if (typeof spent !== "number" || typeof wouldCost !== "number") return null;
  const cap = Math.ceil(Number(((spent + wouldCost) * 100).toPrecision(12))) / 100;
  // No cap has room for what may cost without end.
  if (!(cap < mostNano / nanoPerUsd)) return null;
  return period === "day" ? { ...caps, perDayUsd: cap } : { ...caps, perQuestionUsd: cap };
}
