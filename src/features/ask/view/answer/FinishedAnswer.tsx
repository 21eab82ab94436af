/** The answer with its marks, the path that led to it, and the actions on it. */

import { Suspense, useEffect, useMemo, useState } from "react";
import { lazyView } from "../../../../app/lazy/lazy-view.ts";
import { useRun, useRuntime, useView } from "../../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../../app/runtime/use-history.ts";
import {
  type AnswerState,
  answerStateOf,
  comparedPassages,
  type Deciding,
  isOfOwnDocuments,
  isUnanswered,
} from "../../../../folds/answer-state.ts";
import { givenSteps } from "../../../../folds/correction.ts";
import { standingOf, statedFrom } from "../../../../folds/standing.ts";
import type { Trace } from "../../../../folds/trace.ts";
import { type WayOn, waysOn } from "../../../../folds/ways-on.ts";
import { withAskedNames } from "../../../../language/asked-names.ts";
import type { Alias } from "../../../../language/names.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import type { RunState } from "../../../../session/run-store.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { untilGone } from "../../../../ui-kit/until-gone.ts";
import { aliasesOf } from "../../../library/asked-names.ts";
import { placeText } from "../../../library/text/library-picker.ts";
import { capsText } from "../../../settings/text/caps.ts";
import { treeText } from "../../../tree/text/tree.ts";
import { asOfAnswer } from "../../as-of-step.ts";
import type { Judged } from "../../judge.ts";
import { answerText } from "../../text/answer.ts";
import { AnswerCheck } from "./AnswerCheck.tsx";
import sheet from "./AnswerPanel.module.css";
import { CitedText } from "./CitedText.tsx";
import { Computed } from "./Computed.tsx";
import { CopyAnswer } from "./CopyAnswer.tsx";
import { afterShort, withoutMarksOf } from "./cited-parts.ts";
import { DecidingPassages } from "./DecidingPassages.tsx";
import { JudgedLine } from "./JudgedLine.tsx";
import { MayHold, NotFound } from "./NotFound.tsx";
import { ReasoningPath } from "./ReasoningPath.tsx";
import { useJudged } from "./use-judged.ts";
import { WaysOn } from "./WaysOn.tsx";

const css = classes(sheet);

const KnownAnswer = lazyView(async (parts) => (await parts.knownAnswer()).KnownAnswer);
const Weighed = lazyView(async (parts) => (await parts.weighed()).Weighed);

export function FinishedAnswer({ answer }: { answer: RunEventOf<"answer"> }) {
  const named = useAskedNames();
  const trace = useRun((state) => state.trace);
  const state = useMemo(() => answerStateOf(trace), [trace]);
  const judged = useJudged(trace);
  const ways = useMemo(() => waysOf(trace, state, judged), [trace, state, judged]);
  const outcome = useRun((store) => store.trace.outcome);
  const goesOn = useRun(goesOnFromAnswer);
  const select = useView((view) => view.select);
  const last = answer.path.at(-1)?.node ?? null;
  const open = state !== null && isUnanswered(state) ? state : null;
  const shown = { trace, judged, ways, named };
  return (
    <>
      <Suspense fallback={null}>
        <KnownAnswer short={answer.short} />
      </Suspense>
      {open !== null ? (
        <NotFound {...shown} state={open} />
      ) : state?.kind === "found" && isDoubtedDocument(trace, judged) ? (
        <MayHold {...shown} state={state} short={answer.short} />
      ) : (
        <Stated {...shown} answer={answer} state={state} />
      )}
      <WentOn />
      <WasWeighed />
      {/* Neither applies if no answer was found. */}
      {open === null ? (
        <>
          <Computed />
          <AnswerCheck />
        </>
      ) : null}
      {answer.path.length === 0 ? null : <ReasoningPath path={answer.path} />}
      <p className={css("tools")}>
        {goesOn ? <span>{treeText.answerUntilNow}</span> : <CopyAnswer />}
        {outcome === "answered" && last !== null ? (
          <TextButton onClick={() => select(last)}>{answerText.correct}</TextButton>
        ) : null}
      </p>
    </>
  );
}

function isDoubtedDocument(trace: Trace, judged: Judged | null): boolean {
  const sure = judged?.sure ?? null;
  return sure !== null && sure < statedFrom && isOfOwnDocuments(trace);
}

/** An answer that holds up gets no further options. */
function waysOf(trace: Trace, state: AnswerState | null, judged: Judged | null): WayOn[] {
  const sure = judged?.sure ?? null;
  if (state === null) return [];
  const standing = standingOf(state, sure);
  if (standing === "found" || standing === "may-be-right") return [];
  return waysOn(trace, judged?.features() ?? null, sure);
}

function Stated(props: {
  answer: RunEventOf<"answer">;
  trace: Trace;
  state: AnswerState | null;
  judged: Judged | null;
  ways: readonly WayOn[];
  named: (text: string) => string;
}) {
  const { trace, state, judged, ways, named } = props;
  const answer = useMemo(() => withoutPersonsMarks(props.answer, trace), [props.answer, trace]);
  const standing = state === null ? null : standingOf(state, judged?.sure ?? null);
  const { marks, rest } = afterShort(answer);
  const lead = named(answer.short);
  const passages = useMemo(() => passagesOf(trace, state), [trace, state]);
  return (
    <>
      <CitedText
        lead={{ text: lead === "" ? answerText.none : lead, marks }}
        text={lead === answer.short ? named(rest) : rest}
        citations={answer.citations}
        quiet={standing === "partly-found" || standing === "doubtful"}
      >
        <YouSaid trace={trace} />
        <JudgedLine judged={judged} state={state} />
      </CitedText>
      {state?.kind === "partly-found" ? <Partly state={state} /> : null}
      <WaysOn ways={ways} lookedUp />
      {passages.length === 0 ? null : (
        <div className={css("passages")}>
          <DecidingPassages passages={passages} />
        </div>
      )}
      <Disagreement judged={judged} />
      <Provenance answer={answer} />
    </>
  );
}

/** A comparison shows the passages of both values: neither alone decides the answer. */
function passagesOf(trace: Trace, state: AnswerState | null): readonly Deciding[] {
  if (state === null || state.kind === "not-in-library") return [];
  const compared = comparedPassages(trace);
  if (compared.length > 1) return compared;
  return state.deciding === null ? [] : [state.deciding];
}

function withoutPersonsMarks(answer: RunEventOf<"answer">, { nodes }: Trace) {
  const given = [...nodes.values()].filter(({ status }) => status === "given");
  return withoutMarksOf(answer, new Set(given.map(({ id }) => id)));
}

function YouSaid({ trace }: { trace: Trace }) {
  const said = givenSteps(trace).flatMap((step) => step.answer ?? []);
  return said.length === 0 ? null : <p dir="auto">{answerText.youSaid(said)}</p>;
}

function Disagreement({ judged }: { judged: Judged | null }) {
  const contradiction = judged?.contradiction ?? null;
  if (contradiction === null) return null;
  return (
    <p className={css("partly")} dir="auto">
      <strong>{answerText.disagree}.</strong> {answerText.disagreement(contradiction)}
    </p>
  );
}

function Partly({ state }: { state: Extract<AnswerState, { kind: "partly-found" }> }) {
  return (
    <p className={css("partly")}>
      <strong>{answerText.partly}.</strong> {answerText.missing(state.missing)}
    </p>
  );
}

/** Shown if a cap was reached: some stages then ran on another model than the switches say. */
function WentOn() {
  const met = useRun(({ events }) =>
    events.some((event) => event.type === "run-resume" && event.cause === "cap"),
  );
  return met ? <p className={css("soft")}>{capsText.wentOn}</p> : null;
}

function WasWeighed() {
  const weighed = useRun((state) => state.trace.worth !== null);
  if (!weighed) return null;
  return (
    <Suspense fallback={null}>
      <Weighed />
    </Suspense>
  );
}

function Provenance({ answer }: { answer: RunEventOf<"answer"> }) {
  const provenance = useRun(({ trace }) => {
    const rests = answer.citations.some(({ passageId }) => passageId !== null);
    if (trace.start === null || !rests) return null;
    const places = answer.citations.flatMap(
      ({ passageId }) => trace.passages.get(passageId ?? "")?.place ?? [],
    );
    if (places.length > 0) return answerText.fromDocuments(new Set(places.map(placeText.place)));
    const { title, edition } = trace.start.library;
    return answerText.provenance(asOfAnswer(trace, answer), title, edition);
  });
  return provenance === null ? null : <p className={css("soft")}>{provenance}</p>;
}

/**
 * Replaces the library's names by the ones in the question for display only; the log keeps the
 * library's. Loads nothing for a recorded run.
 */
function useAskedNames(): (answer: string) => string {
  const { reading, run } = useRuntime();
  const recorded = useHistory(({ origin }) => origin === "recorded");
  const question = useRun((state) => state.trace.start?.question ?? "");
  const library = useRun((state) => state.trace.start?.library.id ?? "");
  const [known, setKnown] = useState<{ library: string; aliases: readonly Alias[] } | null>(null);
  useEffect(() => {
    if (recorded) return;
    return untilGone(aliasesOf(run.getState().trace, reading), (aliases) =>
      setKnown({ library, aliases }),
    );
  }, [run, reading, library, recorded]);
  return useMemo(
    () => withAskedNames(question, known?.library === library ? known.aliases : []),
    [question, library, known],
  );
}

/** A step was corrected after the answer, and models are loading before the run continues. */
function goesOnFromAnswer({ phase, trace }: RunState): boolean {
  return phase === "running" && trace.outcome === "running" && trace.stage === null;
}
