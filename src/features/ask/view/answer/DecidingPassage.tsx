/** The sentence that supports the answer, expanded, with its words marked. */
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import type { Deciding } from "../../../../folds/answer-state.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { PassagePlace } from "../../../tree/view/passages/PassagePlace.tsx";
import { decidingSentence } from "../../deciding-sentence.ts";
import { answerText as words } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";
import sheet from "./DecidingPassage.module.css";

const css = classes(sheet);

export function DecidingPassage({ deciding }: { deciding: Deciding }) {
  const { before, marked, after } = decidingSentence(deciding);
  const { place, title } = deciding.passage;
  const source = useRun(({ trace }) =>
    // One's own document is named beside it.
    place === undefined
      ? words.source(lookedIn(trace), title)
      : place.document.startsWith(title)
        ? ""
        : title,
  );
  return (
    <figure className={css("deciding")}>
      <blockquote className={css("quote")} dir="auto">
        {before}
        {marked === "" ? null : <mark>{marked}</mark>}
        {after}
      </blockquote>
      <figcaption className={css("source")}>
        <span dir="auto">{source}</span>
        <PassagePlace passage={deciding.passage} />
      </figcaption>
    </figure>
  );
}
