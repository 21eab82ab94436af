/**
 * Status of the run next to the question, with a link to it: on a phone, the tree and the answer
 * are two screens further down. Before a run: that the last one was interrupted.
 */
import { useEffect, useState } from "react";
import { focusOnRun, useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { capMet } from "../../../session/cap-policy.ts";
import { isRunning, type RunState } from "../../../session/run-store.ts";
import type { RunSummary } from "../../../storage/runs.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { useSentence } from "../../../ui-kit/run-sentence.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useOpenRun } from "../../runs/view/use-open-run.ts";
import { statusText as words } from "../text/run-status.ts";
import { goTo } from "./go-to.ts";
import sheet from "./RunStatus.module.css";
import { isOtherScript } from "./script.ts";

const css = classes(sheet);

export function RunStatus() {
  const toTell = useRun(isToTell);
  const before = useRun(({ phase }) => phase === "idle");
  const opened = useRun((state) => state.opened);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  // A recorded run has its own status.
  if (before || (opened && recorded)) return <LastRun />;
  return toTell ? <Progress /> : null;
}

/** True while a run goes on, and once it is over or was opened. */
function isToTell(state: RunState): boolean {
  return isRunning(state) || (state.phase === "ended" && state.events.length > 0);
}

function Progress() {
  const sentence = useSentence();
  const answered = useRun(({ trace }) => trace.answer !== null);
  const failed = useRun(({ trace }) => trace.outcome === "failed");
  const atCap = useRun(({ events }) => capMet(events) !== null);
  const message = answered ? words.seeAnswer : failed ? words.seeWhy : words.seeSteps;
  return (
    <p className={css("standing")}>
      <span dir="auto">{atCap ? words.atCap : sentence}</span>
      {/* Failures and ways to continue are shown in place of the answer. */}
      <TextButton onClick={() => goTo(answered || failed ? "answer-title" : "tree-title")}>
        {atCap ? words.choose : message}
      </TextButton>
      {answered ? <EnglishOnly /> : null}
    </p>
  );
}

/** In other languages, the models trained for this page answer just as confidently, but wrongly. */
function EnglishOnly() {
  const inOtherScript = useRun(
    ({ question, trace }) => trace.start?.small.skills === true && isOtherScript(question),
  );
  return inOtherScript ? <span>{words.englishOnly}</span> : null;
}

/** Shown after a reload in the middle of a run, which leaves no other trace here. */
function LastRun() {
  const { history } = useRuntime();
  useEffect(() => {
    void history.load();
  }, [history]);
  const last = useHistory(({ runs }) => runs[0]);
  const live = useHistory((state) => state.live);
  if (last === undefined || last.outcome !== null || live.has(last.id)) return null;
  return <BrokenOff run={last} />;
}

function BrokenOff({ run }: { run: RunSummary }) {
  const [note, setNote] = useState("");
  const open = useOpenRun(setNote);
  async function goOn(): Promise<void> {
    await open(run.id, "go-on");
    focusOnRun();
  }
  return (
    <p className={css("standing")}>
      <span dir="auto">{words.brokeOff(run.title ?? run.question)}</span>
      <TextButton onClick={() => void goOn()}>{words.goOn}</TextButton>
      <span role="status">{note}</span>
    </p>
  );
}
