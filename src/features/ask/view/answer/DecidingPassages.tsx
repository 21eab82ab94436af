/** The sentences that support the answer, with its words marked. */
import { useMemo } from "react";
import { useRun } from "../../../../app/runtime/runtime-context.ts";
import type { Deciding } from "../../../../folds/answer-state.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { PassagePlace } from "../../../tree/view/passages/PassagePlace.tsx";
import { decidingSentence } from "../../deciding-sentence.ts";
import { answerText as words } from "../../text/answer.ts";
import { type LookedIn, lookedIn } from "../../text/looked-in.ts";
import sheet from "./DecidingPassages.module.css";

const css = classes(sheet);

/** `lookedIn`: before a run has begun. */
export function DecidingPassages(props: { passages: readonly Deciding[]; lookedIn?: LookedIn }) {
  return props.passages.map((deciding) => (
    <DecidingPassage
      key={`${deciding.node} ${deciding.passage.id}`}
      deciding={deciding}
      library={props.lookedIn}
    />
  ));
}

function DecidingPassage(props: { deciding: Deciding; library: LookedIn | undefined }) {
  const { deciding, library } = props;
  const { before, marked, after } = useMemo(() => decidingSentence(deciding), [deciding]);
  const { place, title } = deciding.passage;
  const source = useRun(({ trace }) =>
    // The file name of one's own document follows.
    place === undefined
      ? words.source(library ?? lookedIn(trace), title)
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
