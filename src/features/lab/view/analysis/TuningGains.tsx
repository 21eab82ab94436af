/** Under Table 3: fine-tuned over base on the same questions, beside the printed differences. */
import { tuningPairs } from "../../../../evaluation/combinations.ts";
import { printedTuningGains } from "../../../../evaluation/coop-llm-tables.ts";
import type { PairedGain } from "../../../../evaluation/types.ts";
import { interval, points, pText, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { printedText } from "../../text/lab-printed.ts";
import { css } from "./css.ts";

const own = printedText.tuning;
const printed = printedTuningGains();

/** A group of rows, in the columns of the table above. */
export function TuningGains({ gains }: { gains: readonly PairedGain[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2 + printed.length} className={css("group")}>
          {own.title}
        </th>
      </tr>
      {tuningPairs.map(({ with: tuned }) => (
        <tr key={tuned}>
          <th scope="row">{own.rows[tuned]}</th>
          <OwnGain gain={gains.find((one) => one.with === tuned)} />
          {printed.map(({ title, gain }) => (
            <td key={title} className={css("numeric")}>
              {/* The paper prints no fine-tuned model without the large one. */}
              {points(tuned === "tuned" ? null : gain)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function OwnGain({ gain: one }: { gain: PairedGain | undefined }) {
  if (one === undefined) return <td className={css("numeric", "own")}>{points(null)}</td>;
  const { gain, n, mcnemar, p, verdict, more } = one;
  const test =
    mcnemar === null ? pText(p) : words.mcnemar(mcnemar.gained, mcnemar.lost, mcnemar.midP);
  return (
    <td className={css("numeric", "own")}>
      {interval(gain)}
      <span className={css("under")}>{own.tested(n, test)}</span>
      <span className={css("under", "wrapped")}>{own.verdict(verdict, more)}</span>
    </td>
  );
}
