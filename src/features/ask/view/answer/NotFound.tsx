/** Nothing that was looked up answers the question: said first, the guess kept apart, and the ways on. */
import type { Trace } from "../../../../folds/trace.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { answerText as words } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";
import sheet from "./NotFound.module.css";
import { WaysOn } from "./WaysOn.tsx";

const css = classes(sheet);

export type NotFoundCause = "not-found" | "not-looked-up" | "only-touched";

export function NotFound(props: { trace: Trace; guess: string; cause: NotFoundCause }) {
  const { trace, guess, cause } = props;
  const { headline, why } = said(cause, trace);
  return (
    <div className={css("notFound")}>
      <p className={css("headline")} dir="auto">
        {headline}
      </p>
      <p className={css("why")}>{why}</p>
      {guess === "" ? (
        <p className={css("why")}>{words.noGuess}</p>
      ) : (
        <details className={css("guess")}>
          <summary>{words.showGuess}</summary>
          <p dir="auto">
            <i>{guess}</i>
          </p>
        </details>
      )}
      <WaysOn lookedUp={cause !== "not-looked-up"} />
    </div>
  );
}

function said(cause: NotFoundCause, trace: Trace): { headline: string; why: string } {
  if (cause === "not-looked-up") return { headline: words.notLookedUp, why: words.notLookedUpWhy };
  const where = lookedIn(trace);
  return cause === "only-touched"
    ? { headline: words.onlyTouched(where), why: words.onlyTouchedWhy }
    : { headline: words.notFound(where), why: words.notFoundWhy };
}
