/** In sentences: what to run next, how stages work together, and what choosing each time would add. */
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
        <ul className={css("sentences")}>
          {next.free.map((one) => (
            <li key={`${one.stage} ${one.model}`}>{words.free(report, one)}</li>
          ))}
          {next.settling.length === 0 ? null : <li>{words.settle(report, next)}</li>}
        </ul>
      )}
    </section>
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
