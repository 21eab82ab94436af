/** In sentences: what to run next, how stages work together, and what choosing each time would add. */
import type { NextRuns } from "../../../../evaluation/pipelines/next.ts";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { pipelineText as words } from "../../text/lab-pipeline.ts";
import { css } from "./css.ts";

export function NextPart({ report }: { report: PipelineReport }) {
  const { next } = report;
  return (
    <section className={css("part")} aria-labelledby="pipeline-next">
      <h3 id="pipeline-next">{words.next}</h3>
      {next === null ? (
        <p>{words.nothingNext}</p>
      ) : (
        <>
          <Freeing report={report} free={next.free} />
          {next.settling.length === 0 ? null : <p>{words.settle(report, next)}</p>}
        </>
      )}
    </section>
  );
}

function Freeing({ report, free }: { report: PipelineReport; free: NextRuns["free"] }) {
  if (free.length === 0) return null;
  const setups = [...new Set(free.flatMap((one) => one.free))].sort((a, b) => a - b);
  return (
    <>
      <p>{words.confounded(free.length)}</p>
      <ul className={css("sentences")}>
        {setups.map((setup) => (
          <li key={setup}>{words.setupLine(report, setup)}</li>
        ))}
      </ul>
      {free.length === 1 ? null : (
        <details className={css("more")}>
          <summary>{words.freeEach}</summary>
          <ul className={css("sentences")}>
            {free.map((one) => (
              <li key={`${one.stage} ${one.model}`}>{words.free(report, one)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const mostInteractions = 6;

export function TogetherPart({ report }: { report: PipelineReport }) {
  const { interactions, oracle } = report.analysis;
  const clear = interactions
    .filter(({ difference: { low, high } }) => low > 0 || high < 0)
    .sort((a, b) => Math.abs(b.difference.mean) - Math.abs(a.difference.mean))
    .slice(0, mostInteractions);
  return (
    <section className={css("part")} aria-labelledby="pipeline-together">
      <h3 id="pipeline-together">{words.together}</h3>
      {clear.length === 0 ? (
        <p>{words.noInteractions}</p>
      ) : (
        <ul className={css("sentences")}>
          {words.interactions(report, clear).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {oracle === null ? null : <p>{words.oracle(report, oracle)}</p>}
    </section>
  );
}
