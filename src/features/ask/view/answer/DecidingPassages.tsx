/** The sentences that support the answer, with its words marked. */
import { useMemo } from "react";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import type { Deciding } from "../../../../folds/answer-state.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { PassagePlace } from "../../../tree/view/passages/PassagePlace.tsx";
import { decidingSentence } from "../../deciding-sentence.ts";
import { answerText as words } from "../../text/answer.ts";
import { lookedIn } from "../../text/looked-in.ts";
import sheet from "./DecidingPassages.module.css";

const css = classes(sheet);

export function DecidingPassages({ passages }: { passages: readonly Deciding[] }) {
  return passages.map((deciding) => (
    <DecidingPassage key={`${deciding.node} ${deciding.passage.id}`} deciding={deciding} />
  ));
}

function DecidingPassage({ deciding }: { deciding: Deciding }) {
  const { before, marked, after } = useMemo(() => decidingSentence(deciding), [deciding]);
  const { place, title } = deciding.passage;
  const source = useRun(({ trace }) =>
    // The file name of one's own document follows.
    place === undefined
      ? words.source(lookedIn(trace), title)
      : place.document.startsWith(`${title}.`)
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
