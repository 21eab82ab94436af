/**
 * One line in the bar of a narrow page, whose tree and answer are out of sight: what the run does,
 * then its answer, and for an example what the last flip changed.
 */
import { useStore } from "zustand";
import { useDevice, useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { coverExactMatchTokens } from "../../../metrics/score.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { useSentence } from "../../../ui-kit/run-sentence.ts";
import { useMedia } from "../../../ui-kit/use-media.ts";
import { statusText as words } from "../text/run-status.ts";
import { goTo } from "./go-to.ts";

export function RunInBrief() {
  const narrow = useMedia("(max-width: 1079px)");
  const begun = useRun(({ phase }) => phase !== "idle");
  return narrow && begun ? <Brief /> : null;
}

function Brief() {
  const sentence = useSentence();
  const example = useExampleAnswer();
  const hasAnswer = useRun(({ trace }) => trace.answer !== null || trace.outcome === "failed");
  return (
    <TextButton onClick={() => goTo(hasAnswer ? "answer-title" : "tree-title")}>
      {example ?? (sentence === "" ? words.playing : sentence)}
    </TextButton>
  );
}

/** Null for a question whose answer is not known, and until there is one. */
function useExampleAnswer(): string | null {
  const answer = useRun(({ trace }) => trace.answer);
  const question = useRun(({ trace }) => trace.start?.question ?? "");
  const example = useDevice(({ examples }) => examples.find((one) => one.question === question));
  const before = useStore(useRuntime().recordings, (state) => state.before);
  if (answer === null || example === undefined) return null;
  const isRight = (short: string) => coverExactMatchTokens(short, example.answers) === 1;
  const last = before?.findLast((event) => event.type === "answer");
  const now = words.example(answer.short, isRight(answer.short));
  return last?.type === "answer" ? `${now} ${words.beforeFlip(isRight(last.short))}` : now;
}
