/**
 * Shown if the sources do not answer the question, or if the answer from one's own documents is
 * doubted: says so first, shows the guess apart, and offers ways on.
 */
import {
  type AnswerState,
  isOfOwnDocuments,
  likelyPassages,
} from "../../../../folds/answer-state.ts";
import type { Trace } from "../../../../folds/trace.ts";
import type { WayOn } from "../../../../folds/ways-on.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { Judged } from "../../judge.ts";
import { answerText as words } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";
import { DecidingPassages } from "./DecidingPassages.tsx";
import { JudgedLine } from "./JudgedLine.tsx";
import sheet from "./NotFound.module.css";
import { WaysOn } from "./WaysOn.tsx";

const css = classes(sheet);

/** A state without an answer that can be asserted; a guess is shown apart from it. */
type Unanswered = Extract<AnswerState, { kind: "partly-found" | "not-in-library" }>;
type Found = Extract<AnswerState, { kind: "found" }>;

interface Props {
  trace: Trace;
  judged: Judged | null;
  ways: readonly WayOn[];
  named: (text: string) => string;
}

/** An answer from one's own documents that the verifier doubts. */
export function MayHold(props: Props & { state: Found; short: string }) {
  const { trace, state, judged, ways, named, short } = props;
  return (
    <div className={css("notFound")}>
      <p className={css("headline")}>{words.mayHold}</p>
      <DecidingPassages passages={likelyPassages(trace, state.deciding)} />
      <div>
        <p className={css("part")} dir="auto">
          {words.likeliest(named(short))}
        </p>
        <JudgedLine judged={judged} state={state} />
      </div>
      <WaysOn ways={ways} lookedUp />
    </div>
  );
}

export function NotFound(props: Props & { state: Unanswered }) {
  const { trace, state, judged, ways, named } = props;
  const { headline, why } = said(state, trace);
  const { part, deciding } = state.kind === "partly-found" ? state : nothing;
  const isOwn = isOfOwnDocuments(trace);
  const passages = isOwn ? likelyPassages(trace, deciding) : deciding === null ? [] : [deciding];
  return (
    <div className={css("notFound")}>
      <p className={css("headline")} dir="auto">
        {headline}
      </p>
      {part === null ? null : (
        <p className={css("part")} dir="auto">
          {words.part(part)}
        </p>
      )}
      <p className={css("why")} dir="auto">
        {why}
      </p>
      {isOwn && passages.length > 0 ? <p className={css("why")}>{words.nearest}</p> : null}
      <DecidingPassages passages={passages} />
      {state.guess === "" ? null : (
        <details className={css("guess")}>
          <summary>{words.showGuess}</summary>
          <p dir="auto">
            <i>{named(state.guess)}</i>
          </p>
          <JudgedLine judged={judged} state={state} />
        </details>
      )}
      {state.guess === "" && part === null ? <p className={css("why")}>{words.noGuess}</p> : null}
      <WaysOn ways={ways} lookedUp={state.kind === "partly-found" || state.lookedUp} />
    </div>
  );
}

const nothing = { part: null, deciding: null };

function said(state: Unanswered, trace: Trace): { headline: string; why: string } {
  const where = lookedIn(trace);
  if (state.kind === "not-in-library") {
    return state.lookedUp
      ? { headline: words.notFound(where), why: words.notFoundWhy }
      : { headline: words.notLookedUp, why: words.notLookedUpWhy };
  }
  return state.part === null
    ? { headline: words.onlyTouched(where), why: words.onlyTouchedWhy }
    : { headline: words.onlyPart(state.missing), why: words.onlyPartWhy(state.missing) };
}
