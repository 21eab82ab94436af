/** What was learnt, in words and tables. */
import type { DesignCurve, FixedPoint, Point } from "../../../../../evaluation/policy/curve.ts";
import type { PolicyStudy } from "../../../../../evaluation/policy/study.ts";
import { decimal } from "../../../../../ui-kit/text/format.ts";
import { interval, points } from "../../../text/lab-analysis.ts";
import { thousandInterval, labPolicyText as words } from "../../../text/lab-policy.ts";
import { css } from "../css.ts";
import { FigureTable } from "../FigureTable.tsx";
import { cascadeOf } from "./PolicyPicture.tsx";

export function PolicyFindings({ study, own }: { study: PolicyStudy; own: DesignCurve }) {
  return (
    <>
      <Words study={study} own={own} />
      <MatchedTable study={study} own={own} />
      <DesignsTable study={study} />
      <details>
        <summary>{words.pointsTitle}</summary>
        <PointsTable study={study} own={own} />
      </details>
    </>
  );
}

function titleIn({ fixed, outside }: PolicyStudy): (id: string) => string {
  return (id) => [...fixed, ...outside].find((one) => one.id === id)?.title ?? id;
}

/** Over the cascade, at half of all large's cost. */
function atHalf({ tuned }: DesignCurve) {
  return tuned.find(({ share }) => share === 0.5)?.overCascade ?? null;
}

function Words({ study, own }: { study: PolicyStudy; own: DesignCurve }) {
  const { cost, fixed, base, allLarge, untold, design, features, questions, leftOut } = study;
  const title = titleIn(study);
  const [first, large] = [base, allLarge].map((id) => fixed.find((one) => one.id === id));
  const last = own.points.at(-1);
  const overCascade = atHalf(own);
  const isAsGood =
    first !== undefined && large !== undefined && first.accuracy.mean >= large.accuracy.mean;
  return (
    <div className={css("findings")}>
      {first === undefined || last === undefined ? null : (
        <p>
          {words.lead(
            cost,
            first.title,
            first.accuracy,
            first.cost.mean,
            last.accuracy,
            last.cost.mean,
          )}
        </p>
      )}
      <p>{words.matched(own.matched, title)}</p>
      <p>
        {own.half === null
          ? words.noHalf(title(allLarge))
          : words.half(own.half, title(allLarge), isAsGood)}
      </p>
      {overCascade === null ? null : <p>{words.overCascade(overCascade, title(allLarge))}</p>}
      <p>
        {words.goesBy(design, features)} {untold.length === 0 ? "" : words.untold(untold)}
      </p>
      <p className={css("soft")}>{words.counted(questions, leftOut)}</p>
    </div>
  );
}

function MatchedTable({ study, own }: { study: PolicyStudy; own: DesignCurve }) {
  const { cost } = study;
  const title = titleIn(study);
  const head = words.matchedHead;
  return (
    <>
      <h4>{words.matchedTitle}</h4>
      <FigureTable
        label={words.matchedTitle}
        first={head.against}
        heads={[
          { label: head.own },
          { label: head.cost },
          { label: head.learned },
          { label: head.learnedCost },
          { label: head.gain },
        ]}
        rows={own.matched.map(({ against, other, learned, gain }, at) => ({
          id: `${String(at)} ${against}`,
          title: title(against),
          cells: [
            interval(other.accuracy),
            thousandInterval(cost, other.cost),
            interval(learned.accuracy),
            thousandInterval(cost, learned.cost),
            interval(gain),
          ],
        }))}
      />
    </>
  );
}

function DesignsTable({ study }: { study: PolicyStudy }) {
  const { learned, design, allLarge } = study;
  const head = words.designsHead;
  return (
    <>
      <h4>{words.designsTitle}</h4>
      <p className={css("soft")}>{words.designsHelp}</p>
      <FigureTable
        label={words.designsTitle}
        first={head.design}
        heads={[
          { label: head.brier },
          { label: head.overCascade },
          { label: head.overLarge(titleIn(study)(allLarge)) },
        ]}
        rows={learned.map((one) => ({
          id: one.design,
          title: `${words.designs[one.design]}${one.design === design ? ` (${head.chosen})` : ""}`,
          cells: [one.brier.toFixed(3), interval(atHalf(one)), interval(one.half?.gain ?? null)],
        }))}
      />
    </>
  );
}

interface PointRow {
  series: "fixed" | "outside" | "learned" | "cascade" | "oracle";
  title: string;
  point: Point;
  /** λ of the learned policy and of the oracle, the cascade's threshold. */
  set: number | null;
}

function rowsOf(study: PolicyStudy, own: DesignCurve): PointRow[] {
  const { fixed, outside, oracle, base, actions } = study;
  const named = (series: "fixed" | "outside") => (point: FixedPoint) => ({
    series,
    title: words.series[series](point.title),
    point,
    set: null,
  });
  const baseAt = actions.findIndex(({ id }) => id === base);
  return [
    ...fixed.map(named("fixed")),
    ...outside.map(named("outside")),
    ...own.points.map((point) => ({
      series: "learned" as const,
      title: words.series.learned(1 - (point.shares[baseAt] ?? 0)),
      point,
      set: point.lambda,
    })),
    ...(cascadeOf(study)?.points ?? []).map((point) => ({
      series: "cascade" as const,
      title: words.series.cascade(decimal(point.threshold), points(point.again, 0)),
      point,
      set: point.threshold,
    })),
    ...oracle.map((point, at) => ({
      series: "oracle" as const,
      title: words.series.oracle(at + 1),
      point,
      set: point.lambda,
    })),
  ];
}

function PointsTable({ study, own }: { study: PolicyStudy; own: DesignCurve }) {
  return (
    <FigureTable
      label={words.pointsTitle}
      first={words.pointsHead.point}
      heads={[{ label: words.pointsHead.right }, { label: words.pointsHead.cost }]}
      rows={rowsOf(study, own).map(({ title, point }, at) => ({
        id: String(at),
        title,
        cells: [interval(point.accuracy), thousandInterval(study.cost, point.cost)],
      }))}
    />
  );
}

export function policyCsv(study: PolicyStudy) {
  const { metric, cost } = study;
  const own = study.learned.find(({ design }) => design === study.design);
  return {
    head: [
      "series",
      "point",
      "lambda or threshold",
      "n",
      metric,
      `${metric} low`,
      `${metric} high`,
      `${cost} per 1,000 questions`,
      `${cost} low`,
      `${cost} high`,
    ],
    rows:
      own === undefined
        ? []
        : rowsOf(study, own).map(({ series, title, set, point: { accuracy, cost: spent } }) => [
            series,
            title,
            set,
            accuracy.n,
            accuracy.mean,
            accuracy.low,
            accuracy.high,
            1000 * spent.mean,
            1000 * spent.low,
            1000 * spent.high,
          ]),
  };
}
