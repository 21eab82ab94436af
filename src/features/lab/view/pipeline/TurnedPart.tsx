/** From one setup to another: the questions that come out better and worse. */
import { useEffect, useState } from "react";
import { longestQuestion } from "../../../../evaluation/pipelines/question-scores.ts";
import type { TurnedQuestion } from "../../../../evaluation/pipelines/turned.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import type { PipelineReport } from "../../pipeline-worker.ts";
import {
  setupCode,
  setupName,
  shortScore,
  pipelineText as words,
} from "../../text/lab-pipeline.ts";
import { useLab } from "../lab-context.ts";
import { css } from "./css.ts";

/** With more setups only those on the front are offered; pictures and table choose any. */
const mostOffered = 100;
const firstRows = 100;

export function TurnedPart(props: {
  report: PipelineReport;
  to: number;
  onChoose: (setup: number) => void;
}) {
  const { report, to, onChoose } = props;
  const [from, setFrom] = useState(0);
  const questions = useTurned(report, from, to);
  const changed = questions?.filter(({ before, after }) => before !== after) ?? [];
  const better = changed.filter(({ before, after }) => after > before).length;
  const same = (questions?.length ?? 0) - changed.length;
  const { setups } = report.analysis;
  const offered = setups.length <= mostOffered ? setups : setups.filter(({ onFront }) => onFront);
  const all = new Set([0, from, to, ...offered.map(({ setup }) => setup)]);
  const options = [...all]
    .sort((a, b) => a - b)
    .map((setup) => ({
      value: String(setup),
      label: `${setupCode(report, setup)} ${setupName(report, setup)}`,
    }));
  return (
    <section className={css("part")} aria-labelledby="pipeline-turned">
      <h3 id="pipeline-turned">{words.turnedTitle}</h3>
      <div className={css("fields")}>
        <SelectField
          label={words.turnedFrom}
          value={String(from)}
          options={options}
          onChange={(setup) => setFrom(Number(setup))}
        />
        <SelectField
          label={words.turnedTo}
          value={String(to)}
          options={options}
          onChange={(setup) => onChoose(Number(setup))}
        />
      </div>
      <p role="status">
        {from === to
          ? words.turnedSame
          : questions === null
            ? ""
            : words.turnedCounts(better, changed.length - better, same)}
      </p>
      {from === to ? null : <Rows report={report} questions={changed} />}
    </section>
  );
}

function Rows(props: { report: PipelineReport; questions: readonly TurnedQuestion[] }) {
  const { report, questions } = props;
  const [isAll, setAll] = useState(false);
  if (questions.length === 0) return null;
  const shown = isAll ? questions : questions.slice(0, firstRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <ul className={css("turnedRows")} tabIndex={0} aria-label={words.turnedTitle}>
      {shown.map(({ question, before, after }) => (
        <li key={question} className={css("turnedRow")}>
          <span className={css("outcome")}>{after > before ? words.better : words.worse}</span>
          <span>
            {shortScore(report, before)} → {shortScore(report, after)}
          </span>
          <span className={css("asked")} dir="auto">
            {question.slice(0, longestQuestion)}
          </span>
        </li>
      ))}
      {shown.length === questions.length ? null : (
        <li>
          <TextButton onClick={() => setAll(true)}>{words.showAll(questions.length)}</TextButton>
        </li>
      )}
    </ul>
  );
}

/** Null until they have come. */
function useTurned(report: PipelineReport, from: number, to: number) {
  const { pipeline } = useLab();
  const [found, setFound] = useState<readonly TurnedQuestion[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has other questions
  useEffect(() => {
    if (from === to) return;
    let wanted = true;
    setFound(null);
    void pipeline.turned(from, to).then((questions) => {
      if (wanted) setFound(questions);
    });
    return () => {
      wanted = false;
    };
  }, [pipeline, report, from, to]);
  return found;
}
