/** Text of the page of another agent's runs. */
import type {
  PipelineAnalysis,
  UpgradeFigures,
} from "../../../evaluation/pipelines/analyse-pipeline.ts";
import type { SetupInteraction } from "../../../evaluation/pipelines/factorial.ts";
import type { NextRuns } from "../../../evaluation/pipelines/next.ts";
import type { ScoreChoice } from "../../../evaluation/pipelines/question-scores.ts";
import type { Columns, MappingGap } from "../../../evaluation/pipelines/read/mapping.ts";
import type { PipelineCost } from "../../../evaluation/pipelines/runs.ts";
import { digitsOf, type Upgrade } from "../../../evaluation/statistics/shapley.ts";
import type { Interval } from "../../../evaluation/types.ts";
import { count, percent, plural, settlingText, signedPoints } from "../../../ui-kit/text/format.ts";
import { capital } from "../../../ui-kit/text/stages.ts";
import type { PipelineReport, PipelineStep } from "../pipeline-worker.ts";
import { extraCost } from "./first-screen.ts";
import { costWithUnit, points } from "./lab-analysis.ts";

type Named = Pick<PipelineReport, "table">;
type Scored = Pick<PipelineReport, "isShare">;

/** "1·2·1": the place of each stage's model, cheapest first. */
export function setupCode({ table }: Named, setup: number): string {
  return setupDigits(table, setup)
    .map((digit) => digit + 1)
    .join("·");
}

/** "plan small, read big" */
export function setupName({ table }: Named, setup: number): string {
  return setupDigits(table, setup)
    .map((digit, at) => `${table.stages[at]?.name ?? ""} ${table.stages[at]?.models[digit] ?? ""}`)
    .join(", ");
}

export function setupDigits({ stages }: PipelineReport["table"], setup: number): number[] {
  return digitsOf(
    setup,
    stages.map(({ models }) => models.length),
  );
}

/** "small → big" */
export function upgradeModels({ table }: Named, { stage, model }: Upgrade): string {
  const models = table.stages[stage]?.models ?? [];
  return `${models[0] ?? ""} → ${models[model] ?? ""}`;
}

/** "plan: small → big" */
export function upgradeName(report: Named, upgrade: Upgrade): string {
  return `${report.table.stages[upgrade.stage]?.name ?? ""}: ${upgradeModels(report, upgrade)}`;
}

/** "+6.4" points of a share, else in the file's own unit. */
export function signedScore({ isShare }: Scored, value: number): string {
  if (isShare) return signedPoints(value);
  const size = Number(Math.abs(value).toPrecision(3));
  return size === 0 ? "0" : `${value < 0 ? "−" : "+"}${size}`;
}

export function score({ isShare }: Scored, value: number): string {
  return isShare ? points(value) : String(Number(value.toPrecision(3))).replace("-", "−");
}

/** Without ".0": of one question, or on an axis. */
export const shortScore = (report: Scored, value: number) =>
  score(report, value).replace(/\.0$/u, "");

const scoreRange = (report: Scored, { low, high }: Interval) =>
  `${score(report, low)} to ${score(report, high)}`;

export const signedScoreRange = (report: Scored, { low, high }: Interval) =>
  `${signedScore(report, low)} to ${signedScore(report, high)}`;

const unitOf = ({ isShare }: Scored) => (isShare ? " points" : "");

const advice: Readonly<Record<UpgradeFigures["advice"], string>> = {
  large: "It pays here.",
  small: "It hurts here: keep the cheaper model.",
  open: "We cannot tell: keep the cheaper model.",
  few: "Under 30 questions: no verdict.",
};

export const pipelineText = {
  title: "Where does your agent need a large model?",
  opening: "Opening the file…",
  absent:
    "No file is open. It may have been too large to keep on this device, or it was forgotten: open it again.",
  notKept: "There was no room to keep this file on this device: after a reload, open it again.",
  kept: "The file is kept on this device until you open another or forget it. Nothing was sent.",
  stopped: "Stopped. Nothing of the file was changed.",
  again: "Read it again",
  stop: "Stop",
  forget: "Forget this file",
  forgetSure: "Really forget it",
  keep: "Keep it",
  change: "Change the columns",
  questions: "A file of questions is asked in a new batch.",
  newBatch: "New batch",
  step: ({ phase, done, total }: PipelineStep) => {
    const counts = total === 0 ? "" : `: ${count(done)} of ${count(total)}`;
    return `${phases[phase]}${counts}.`;
  },

  columnsTitle: (name: string) => `What the columns of ${name} mean`,
  columnsHelp:
    "The names do not say it all. A row is one run: a question, the model that did each stage, and a score. What you choose is kept for the next file with these columns.",
  fields: {
    question: "Question",
    score: "Score",
    answer: "Answer",
    gold: "Right answer",
    usd: "Dollars",
    tokens: "Tokens",
    seconds: "Seconds",
    repeat: "Repeat",
  } satisfies Readonly<Record<keyof Columns, string>>,
  column: (name: string, example: string) => (example === "" ? name : `${name} (${example})`),
  noColumn: "none",
  scoreHelp: "or answer and right answer, scored by F1",
  stageColumns: "Columns with a stage’s model",
  stageName: (column: string) => `Stage of “${column}”`,
  gaps: {
    question: "Choose the column of the question.",
    stages: "Choose at least one column with a stage’s model.",
    "stage-name": "Give each stage a name of its own.",
    score: "Choose a score, or both answers.",
  } satisfies Readonly<Record<MappingGap, string>>,
  read: "Read the runs",

  bad: (rows: number) => `${plural(rows, "row", "rows")} could not be read`,
  badMore: (more: number) => `and ${count(more)} more`,
  about: ({ table, analysis }: PipelineReport) =>
    `${plural(table.runs, "run", "runs")} of ${plural(table.questions, "question", "questions")}; ${count(analysis.n)} compare setups.`,
  fixed: (stage: string, model: string) => `${stage}: always ${model}.`,
  cost: "Cost counted as",
  costs: { usd: "dollars", tokens: "tokens", seconds: "seconds" } satisfies Readonly<
    Record<PipelineCost, string>
  >,
  noCost:
    "No cost is known of every run, so no picture shows what a gain costs, and no setup is on a front.",

  cards: "What each larger model gains",
  gain: (report: Scored, { mean }: Interval) => `${signedScore(report, mean)}${unitOf(report)}`,
  range: (report: Scored, gain: Interval) => `95 % interval ${signedScoreRange(report, gain)}`,
  extra: (report: Pick<PipelineReport, "analysis">, cost: Interval | null) =>
    extraCost(report.analysis.cost, cost?.mean ?? null),
  main: (report: Scored, main: Interval | null) =>
    main === null
      ? null
      : `Main effect ${signedScore(report, main.mean)} (${signedScoreRange(report, main)})`,
  advice: ({ advice: kind, cost }: UpgradeFigures) =>
    kind === "large" && cost === null
      ? "It adds to the score. Its cost is unknown, so we recommend nothing."
      : advice[kind],
  settling: ({ advice: kind, settles, gain }: UpgradeFigures) =>
    kind === "large" || kind === "small" ? null : `${capital(settlingText(settles, gain.n))}.`,
  refused: "Confounded with other stages: these runs cannot separate them.",
  method:
    "A gain is a Shapley value: what the larger model adds there, averaged over all orders of switching the stages. Its main effect is averaged over all setups of the other stages. A verdict needs 30 questions and p < 0.05 after Holm’s correction over all upgrades.",

  key: "In pictures a setup is named by its models, cheapest first:",
  cube: "Score against cost: eight setups, twelve flips",
  multiples: "Score against cost: each stage’s flips",
  multiple: (stage: string) => `${stage}: its flips`,
  planeHelp:
    "Each dot is a setup, each line one stage’s change of model; the steeper it climbs, the more its money buys. Press a dot, or a setup in the table, to choose it.",
  front: "Setups that no other beats",
  frontHelp: "Under the line everything costs more, or scores less, than a setup on it.",
  axisX: (cost: PipelineCost) =>
    cost === "usd" ? "$ per 1,000 questions" : `${pipelineText.costs[cost]} per question`,
  axisY: ({ isShare }: Scored) => (isShare ? "score, %" : "score"),
  setup: (report: Scored, quality: Interval) =>
    `score ${score(report, quality.mean)} (${scoreRange(report, quality)})`,
  over: (report: Scored, gain: Interval) =>
    `${signedScore(report, gain.mean)}${unitOf(report)} over the cheapest setup (${signedScoreRange(report, gain)})`,

  setups: "All setups",
  setupsHelp: "Best score first. A filled mark: no other setup beats it on score and cost.",
  unknownSetups: (setups: number) =>
    `${plural(setups, "setup is", "setups are")} left out: these runs do not determine ${setups === 1 ? "its" : "their"} score.`,
  setupHeads: {
    setup: "Setup",
    score: "Score",
    range: "95 % interval",
    cost: "Cost",
    gain: "Over the cheapest",
    gainRange: "95 % interval",
  },
  onFront: "on the front",
  flips: "All flips",
  flipsHelp: "A change of one stage’s model, everything else equal; the largest changes first.",
  flipHeads: { change: "Change", from: "From", gain: "Gain", range: "95 % interval", cost: "Cost" },
  showAll: (all: number) => `Show all ${count(all)}`,

  turned: (report: Named, from: number, to: number) =>
    `${setupName(report, from)} → ${setupName(report, to)}`,
  turnedTitle: "Questions that turned",
  turnedFrom: "From",
  turnedTo: "To",
  turnedCounts: (better: number, worse: number, same: number) =>
    better + worse + same === 0
      ? "No question was asked in both."
      : `${count(better)} better · ${count(worse)} worse · ${count(same)} same`,
  turnedSame: "Choose two setups to see which questions change.",
  better: "better",
  worse: "worse",

  grid: "Question by question",
  gridHelp:
    "A row is a question, a column a setup, named by the place of each stage’s model, cheapest first; the table of setups has the names. A cell chooses its setup. Arrow keys move, Enter chooses.",
  gridSorts: {
    order: "question",
    spread: "largest difference",
    score: "highest score",
  } satisfies Readonly<Record<ScoreChoice["sort"], string>>,
  gridKey: ({ isShare }: Scored) =>
    isShare ? ([...shareKey, notRunKey] as const) : ([notRunKey] as const),
  gridRepeats: "(3): the mean of 3 runs.",
  gridFigure: (report: PipelineReport, setup: number) => {
    const { ran, questions } = report.table;
    const quality = report.analysis.setups.find((one) => one.setup === setup)?.quality;
    const own = ran[setup] ?? 0;
    if (own === questions && quality !== undefined) return score(report, quality.mean);
    return own === 0 ? notRunKey[1] : `${percent(own / questions)} run`;
  },
  gridSetup: (report: PipelineReport, setup: number) => {
    const { ran, questions } = report.table;
    return `${setupCode(report, setup)}: ${setupName(report, setup)}, ${count(ran[setup] ?? 0)} of ${plural(questions, "question", "questions")} run`;
  },
  gridCell: (report: Scored, value: number, repeats: number) =>
    repeats > 1 ? `${shortScore(report, value)} (${count(repeats)})` : shortScore(report, value),
  gridSaid: (report: Scored, value: number, repeats: number) =>
    Number.isNaN(value)
      ? notRunKey[1]
      : `score ${shortScore(report, value)}${repeats > 1 ? `, the mean of ${count(repeats)} runs` : ""}`,
  gridChosen: (report: Named, said: string, setup: number) =>
    `${capital(said)} in ${setupCode(report, setup)}: ${setupName(report, setup)}.`,
  gridLeftOut: (setups: number) =>
    `${plural(setups, "setup is", "setups are")} left out: shown are those that no other beats, and those that ran most questions`,

  together: "How stages work together",
  interactions: (report: Named & Scored, all: readonly SetupInteraction[]) =>
    all.map(({ one, other, alone, together, difference }) => {
      const verb = difference.mean < 0 ? "get in each other’s way" : "help each other";
      return `${upgradeName(report, one)} and ${upgradeName(report, other)} ${verb} (${signedScore(report, difference.mean)}, ${signedScoreRange(report, difference)}): the first brings ${signedScore(report, alone)} without the second, ${signedScore(report, together)} with it.`;
    }),
  noInteractions: "We cannot tell whether one stage changes what another brings.",
  oracle: (report: PipelineReport, { setup, gap }: NonNullable<PipelineAnalysis["oracle"]>) =>
    `The best setup is ${setupName(report, setup)}. Choosing the best one for each question would add ${signedScore(report, gap.mean)}${unitOf(report)} (${signedScoreRange(report, gap)}).`,

  next: "What to run next",
  confounded: (upgrades: number) =>
    `${plural(upgrades, "change of model is", "changes of model are")} confounded. The same questions in these setups would free ${upgrades === 1 ? "it" : "all of them"}:`,
  setupLine: (report: Named, setup: number) =>
    `${setupCode(report, setup)}: ${setupName(report, setup)}`,
  freeEach: "What frees each by itself",
  nothingNext: "Nothing: no verdict is open that more questions would settle.",
  free: (report: Named, { free, ...upgrade }: NextRuns["free"][number]) =>
    `${upgradeName(report, upgrade)}: ${free.map((one) => setupCode(report, one)).join(", ")}`,
  settle: (report: PipelineReport, { questions, cost, settling }: NextRuns) =>
    `${plural(questions, "more question", "more questions")} in all setups (${costWithUnit(report.analysis.cost, cost)}), if differences hold: ${settling.map((one) => upgradeName(report, one)).join("; ")}.`,
};

const notRunKey = ["none", "not run"] as const;
const shareKey = [
  ["right", "full score"],
  ["part", "between"],
  ["wrong", "zero"],
] as const;

const phases: Readonly<Record<PipelineStep["phase"], string>> = {
  file: "Reading the file",
  rows: "Turning rows into runs",
  figures: "Computing the figures",
};
