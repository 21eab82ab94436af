/** The two runs that the page opens with: one example, before and after one switch is flipped. */
import type { RunEvent } from "../../../../log/events.ts";
import { type Stage, stages } from "../../../../log/types.ts";
import { fetchOwnZippedJson } from "../../../../shared/integrity/own-files.ts";

const file = "examples/arrival.runs.bin";

interface Side {
  combination: string;
  events: readonly RunEvent[];
}

export interface ArrivalFlip {
  question: string;
  from: Side;
  to: Side;
}

let begun: Promise<ArrivalFlip> | null = null;

export function arrivalFlip(): Promise<ArrivalFlip> {
  begun ??= fetchFlip().catch((thrown: unknown) => {
    begun = null;
    throw thrown;
  });
  return begun;
}

export function flippedStage({ from, to }: ArrivalFlip): Stage | null {
  return stages.find((_, at) => from.combination[at] !== to.combination[at]) ?? null;
}

async function fetchFlip(): Promise<ArrivalFlip> {
  const flip = await fetchOwnZippedJson(file, new URL(file, document.baseURI).href);
  if (!isFlip(flip)) throw new TypeError(`no runs in ${file}`);
  return flip;
}

/**
 * A shallow check is enough: the file's hash is verified and a test validates its logs. Repeating
 * that on every arrival would delay the first picture.
 */
function isFlip(value: unknown): value is ArrivalFlip {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}
