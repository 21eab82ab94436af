/** Computes what the last switch flip changed, for a recorded example with a known answer. */
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useDevice, useRun, useRuntime, useView } from "../../../../app/runtime/runtime-context.ts";
import { foldLedger } from "../../../../folds/ledger.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { stages } from "../../../../log/types.ts";
import { coverExactMatchTokens } from "../../../../metrics/score.ts";

/** No result during playback, for another question, or if more than one switch differs. */
export function useFlip(): void {
  const { recordings } = useRuntime();
  const before = useStore(recordings, (state) => state.before);
  const player = useStore(recordings, (state) => state.player);
  const ended = useRun(({ phase }) => phase === "ended");
  const draft = useView((state) => state.draft);
  const examples = useDevice((state) => state.examples);
  const flip = useMemo(() => {
    if (before === null || player === null) return null;
    const was = outcomeOf(before);
    const is = outcomeOf(player.events);
    const known = examples.find(({ question }) => question === is?.question);
    if (was === null || is === null || known === undefined || draft !== is.question) return null;
    const [stage, ...more] = stages.filter((one) => was.tiers[one] !== is.tiers[one]);
    const tier = stage === undefined ? undefined : is.tiers[stage];
    if (stage === undefined || more.length > 0 || (tier !== "small" && tier !== "large"))
      return null;
    const isRight = (short: string) => coverExactMatchTokens(short, known.answers) === 1;
    return { stage, tier, was: isRight(was.short), is: isRight(is.short), usd: is.usd - was.usd };
  }, [before, player, examples, draft]);
  const shown = ended ? flip : null;
  useEffect(() => {
    recordings.setState({ flip: shown });
    return () => recordings.setState({ flip: null });
  }, [recordings, shown]);
}

function outcomeOf(events: readonly RunEvent[]) {
  const [start] = events;
  const answer = events.findLast((event) => event.type === "answer");
  if (start?.type !== "run-start") return null;
  const { plan, solve, summarise } = start.settings;
  return {
    question: start.question,
    tiers: { plan, solve, summarise },
    short: answer?.type === "answer" ? answer.short : "",
    usd: foldLedger(events).total.usd,
  };
}
