import { isCombination } from "../evaluation/analysis/combination-ids.ts";
import type { DesignCurve, Point } from "../evaluation/policy/curve.ts";
import type { PolicyStudy } from "../evaluation/policy/study.ts";
import { percent, signedPercent } from "../evaluation/statistics/interval.ts";
import type { CostId, Interval } from "../evaluation/types.ts";
import { markdownTable } from "./eval/markdown-table.ts";

export function costText(cost: CostId, { cost: { mean: value } }: Point): string {
  return cost === "usd" ? `$${(1000 * value).toFixed(3)}` : `${(value / 1000).toFixed(2)} k`;
}

function costHead(cost: CostId): string {
  if (cost === "usd") return "per 1,000 questions";
  return cost === "tokens" ? "tokens a question" : "large tokens a question";
}

export function studyTables(study: PolicyStudy): string {
  const { cost, fixed, outside, oracle, base, allLarge, learned } = study;
  const row = (what: string, point: Point) => [
    what,
    percent(point.accuracy),
    costText(cost, point),
  ];
  const role = (id: string) => (id === base ? ", the base" : id === allLarge ? largest : "");
  const largest = isCombination(allLarge) ? ", all large" : ", the dearest: “all large” below";
  const highest = oracle.at(-1);
  const none = "none";
  const fixedTable = markdownTable(
    [`n = ${study.questions}`, `${study.metric}, %`, costHead(cost)],
    [
      ...fixed.map((point) => row(`always ${point.id}${role(point.id)}`, point)),
      ...outside.map((point) => row(`another report: ${point.title}`, point)),
      ...(highest === undefined ? [] : [row("oracle", highest)]),
    ],
  );
  const basis =
    `Features: ${study.features.join(", ") || none}; unknown: ${study.untold.join(", ") || none}. ` +
    `The cascade decides by ${study.sureness ?? none}.`;
  return [fixedTable, basis, tunedTable(study), gainTable(learned)].join("\n\n");
}

/** Tuned without the test data. */
function tunedTable({ cost, cascade, learned }: PolicyStudy): string {
  const cell = (point: Point) => `${percent(point.accuracy)} for ${costText(cost, point)}`;
  return markdownTable(
    ["at most, of all large", "cascade", ...learned.map(({ design }) => `learned: ${design}`)],
    (learned[0]?.tuned ?? []).map(({ share }, at) => [
      `${100 * share} %`,
      ...[cascade, ...learned.map(({ tuned }) => tuned)].map((points) => {
        const point = points[at];
        return point === undefined ? "—" : cell(point);
      }),
    ]),
  );
}

function gainTable(learned: readonly DesignCurve[]): string {
  const over = learned[0]?.matched ?? [];
  return markdownTable(
    ["points, paired", ...learned.map(({ design }) => design)],
    [
      ["Brier", ...learned.map(({ brier }) => brier.toFixed(4))],
      ...over.map(({ against }, at) => [
        `over ${against}, for its cost`,
        ...learned.map(({ matched }) => gainText(matched[at]?.gain)),
      ]),
      ["over all large, for half its cost", ...learned.map(({ half }) => gainText(half?.gain))],
      [
        "its cost, % of all large",
        ...learned.map(({ half }) => (half === null ? "—" : percent(half.costShare))),
      ],
      [
        "as right as all large for half its cost",
        ...learned.map(({ half }) =>
          half?.surely ? "surely" : half?.holds ? "by the means" : "no",
        ),
      ],
      [
        "over the cascade at half the cost",
        ...learned.map(({ tuned }) =>
          gainText(tuned.find(({ share }) => share === 0.5)?.overCascade),
        ),
      ],
    ],
  );
}

function gainText(gain: Interval | null | undefined): string {
  return gain == null ? "—" : signedPercent(gain);
}
