/** HomoRouter's Table 1: what each way to choose a tool scores, how far its expectations are off, what it costs. */
import { memo, useMemo } from "react";
import { type RouterCosts, routerCosts } from "../../../evaluation/router/costs.ts";
import type { Interval } from "../../../evaluation/types.ts";
import type { Table } from "../../../ui-kit/csv.ts";
import { Figure } from "../../../ui-kit/Figure.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import type { Measured } from "../figures-worker.ts";
import { dollars } from "../text/router.ts";
import {
  jOf,
  percentOf,
  pointsOf,
  type Told,
  routerFiguresText as words,
} from "../text/router-figures.ts";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

interface Strategy {
  name: string;
  accuracy: Interval;
  /** Null where nothing is predicted. */
  j: Interval | null;
  cost: number | null;
  /** Of the router over this; null for itself, and where it is not told. */
  gain: Interval | null;
}

export const StrategyTable = memo(function StrategyTable(
  props: { measured: Measured } & Pick<RouterToolSelection, "name" | "prices">,
) {
  const { measured, prices, name } = props;
  const { trials, figures } = measured;
  const costs = useMemo(
    () =>
      routerCosts(
        trials,
        trials.toolIds.map((id) => prices[id] ?? null),
      ),
    [trials, prices],
  );
  const strategies = strategiesOf(measured, costs, name);
  return (
    <Figure
      title={words.tableTitle}
      help={`${words.tableHelp} ${words.tested(figures.questions, trials.testOn, trials.trainedOn)}`}
      file="router-strategies"
      table={() => csvOf(strategies, figures.questions)}
      isTable
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css("scroll", "wide")} tabIndex={0} aria-label={words.tableTitle}>
        <table className={css("table")}>
          <thead>
            <tr>
              <th scope="col">{words.strategy}</th>
              {[words.accuracy, words.j, words.cost, words.gain].map((head) => (
                <th key={head} scope="col" className={css("figure")}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {strategies.map((strategy) => (
              <tr key={strategy.name}>
                <th scope="row">{strategy.name}</th>
                <Cell told={percentOf(strategy.accuracy)} />
                <Cell told={strategy.j === null ? null : jOf(strategy.j)} />
                <td className={css("figure")}>{dollars(strategy.cost)}</td>
                <Cell told={strategy.gain === null ? null : pointsOf(strategy.gain)} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Figure>
  );
});

/** The interval stands below its figure: beside it, the table would be too wide for a dialog. */
function Cell({ told }: { told: Told | null }) {
  return (
    <td className={css("figure")}>
      {told === null ? (
        words.none
      ) : (
        <>
          {told.mean} <span className={css("range")}>({told.range})</span>
        </>
      )}
    </td>
  );
}

function strategiesOf(
  { trials: { toolIds }, figures }: Measured,
  costs: RouterCosts,
  name: (id: string) => string,
): Strategy[] {
  return [
    { name: words.random, accuracy: figures.random, j: null, cost: costs.random, gain: null },
    ...figures.fixed.map((accuracy, tool) => ({
      name: words.fixed(name(toolIds[tool] ?? "")),
      accuracy,
      j: null,
      cost: costs.fixed[tool] ?? null,
      gain: figures.overFixed[tool] ?? null,
    })),
    ...figures.trials.map(({ alpha, accuracy, j }, index) => ({
      name: words.router(alpha),
      accuracy,
      j,
      cost: costs.trials[index] ?? null,
      gain: figures.overTrials[index - 1] ?? null,
    })),
    { name: words.oracle, accuracy: figures.oracle, j: null, cost: costs.oracle, gain: null },
  ];
}

function csvOf(strategies: readonly Strategy[], questions: number): Table {
  const { csv } = words;
  return {
    head: [csv.strategy, csv.questions, ...csv.accuracy, ...csv.j, csv.cost, ...csv.gain],
    rows: strategies.map(({ name, accuracy, j, cost, gain }) => [
      name,
      questions,
      ...cells(accuracy),
      ...cells(j),
      cost,
      ...cells(gain),
    ]),
  };
}

function cells(interval: Interval | null): (number | null)[] {
  return [interval?.mean ?? null, interval?.low ?? null, interval?.high ?? null];
}
