import type { RunEvent } from "../log/events.ts";
import { wrongChain } from "../methods/skills.ts";
import { checkerRecords, correctionRecord } from "./collect.ts";
import { isPaired } from "./record.ts";

/** Lines of `error-book.jsonl` in `models/research/data`. */
export function wrongChainLines(events: readonly RunEvent[]): string[] {
  return runRecords(events)
    .filter(isPaired)
    .map(({ question, wrong, right: { rests, ...right } }) => {
      const { steps } = wrongChain(right);
      const taught = { steps, final: right.final, rests };
      return JSON.stringify({ question, wrong: wrongChain(wrong), right: taught });
    });
}

function runRecords(events: readonly RunEvent[]) {
  const resumed = events.flatMap(({ type }, place) => (type === "run-resume" ? [place] : []));
  const ends = [...resumed.slice(1), events.length];
  const corrections = ends.flatMap((end) => correctionRecord(events.slice(0, end)) ?? []);
  return [...checkerRecords(events), ...corrections];
}
