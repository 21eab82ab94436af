/** Table 3's point: fine-tuned over base on the same questions, beside the printed differences. */
import { printedTuningGains } from "../../../lab/printed-tables.ts";
import type { PairedGain } from "../../../lab/types.ts";
import { interval, points, pText, labAnalysisText as words } from "../../text/lab-analysis-en.ts";
import { printedText } from "../../text/lab-printed-en.ts";
import { css } from "./css.ts";
import { Scroll } from "./Scroll.tsx";

const { tuning: own, printedAt } = printedText;
const printed = printedTuningGains();

export function TuningGains({ gains }: { gains: readonly PairedGain[] }) {
  if (gains.length === 0) return <p className={css("soft")}>{own.none}</p>;
  const { head } = own;
  const numeric = [head.gain, head.n, ...printed.map(({ title }) => printedAt(title))];
  return (
    <>
      <Scroll label={own.title}>
        <table className={css("table")}>
          <caption>{own.title}</caption>
          <thead>
            <tr>
              <th scope="col">{head.asked}</th>
              {numeric.map((label) => (
                <th key={label} scope="col" className={css("numeric")}>
                  {label}
                </th>
              ))}
              <th scope="col">{head.test}</th>
              <th scope="col">{head.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {gains.map((gain) => (
              <Row key={gain.with} gain={gain} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {gains.some(({ base }) => base === "base") ? (
        <p className={css("soft")}>{own.notPrinted}</p>
      ) : null}
      {gains.length < 2 ? null : <p className={css("soft")}>{own.several}</p>}
    </>
  );
}

function Row({ gain: one }: { gain: PairedGain }) {
  const { gain, n, mcnemar, p, verdict, more } = one;
  const alone = one.with === "tuned";
  return (
    <tr>
      <th scope="row">{alone ? own.rows.tuned : own.rows["tuned-large"]}</th>
      <td className={css("numeric", "own")}>{interval(gain)}</td>
      <td className={css("numeric")}>{n}</td>
      {printed.map(({ title, gain: share }) => (
        <td key={title} className={css("numeric")}>
          {points(alone ? null : share)}
        </td>
      ))}
      <td>
        {mcnemar === null ? pText(p) : words.mcnemar(mcnemar.gained, mcnemar.lost, mcnemar.midP)}
      </td>
      <td className={css("words")}>{words.verdictMore(verdict, more)}</td>
    </tr>
  );
}
