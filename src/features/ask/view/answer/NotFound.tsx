/** Nothing that was looked up answers the question: said first, the guess kept apart, and the ways on. */
import type { AnsweredPart, Deciding } from "../../../../folds/answer-state.ts";
import type { Trace } from "../../../../folds/trace.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { answerText as words } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";
import { DecidingPassage } from "./DecidingPassage.tsx";
import sheet from "./NotFound.module.css";
import { WaysOn } from "./WaysOn.tsx";

const css = classes(sheet);

export type NotFoundCause = "not-found" | "not-looked-up" | "only-touched";

export function NotFound(props: {
  trace: Trace;
  guess: string;
  cause: NotFoundCause;
  /** What was found of it, and where; both null for nothing. */
  part: AnsweredPart | null;
  deciding: Deciding | null;
}) {
  const { trace, guess, cause, part, deciding } = props;
  const { headline, why } = part === null ? said(cause, trace) : onlyPart;
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
      {deciding === null ? null : <DecidingPassage deciding={deciding} />}
      <p className={css("why")}>{why}</p>
      {guess === "" ? null : (
        <details className={css("guess")}>
          <summary>{words.showGuess}</summary>
          <p dir="auto">
            <i>{guess}</i>
          </p>
        </details>
      )}
      {guess === "" && part === null ? <p className={css("why")}>{words.noGuess}</p> : null}
      <WaysOn lookedUp={cause !== "not-looked-up"} stepByStep={part !== null} />
    </div>
  );
}

const onlyPart = { headline: words.onlyPart, why: words.onlyPartWhy };

function said(cause: NotFoundCause, trace: Trace): { headline: string; why: string } {
  if (cause === "not-looked-up") return { headline: words.notLookedUp, why: words.notLookedUpWhy };
  const where = lookedIn(trace);
  return cause === "only-touched"
    ? { headline: words.onlyTouched(where), why: words.onlyTouchedWhy }
    : { headline: words.notFound(where), why: words.notFoundWhy };
}
