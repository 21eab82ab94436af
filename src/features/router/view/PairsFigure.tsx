/** HomoRouter's Figure 1: of each two, on how many questions one answers better. */
import { memo, useRef } from "react";
import type { CountedShare } from "../../../evaluation/router/win-tie-lose.ts";
import type { Table } from "../../../ui-kit/csv.ts";
import { Figure } from "../../../ui-kit/Figure.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useSize } from "../../../ui-kit/use-size.ts";
import type { Measured } from "../figures-worker.ts";
import {
  inLine,
  percentOf,
  shortPercentOf,
  routerFiguresText as words,
} from "../text/router-figures.ts";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

/** One pair: its names, its bar, its shares in words. */
const row = { height: 66, names: 12, bar: { top: 20, height: 16 }, shares: 52 };
const widths = { first: 560, least: 260, most: 640 };
/** Of a letter of the names, in the picture's units, a little too much. */
const letter = 6.4;

interface Pair {
  left: string;
  right: string;
  win: CountedShare;
  tie: CountedShare;
  lose: CountedShare;
}

export const PairsFigure = memo(function PairsFigure({
  measured,
  name,
}: { measured: Measured } & Pick<RouterToolSelection, "name">) {
  const { trials, figures } = measured;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const room = size.width === 0 ? widths.first : Math.round(size.width);
  const width = Math.min(widths.most, Math.max(widths.least, room));
  const pairs = pairsOf(measured, name);
  return (
    <Figure
      title={words.pairsTitle}
      help={`${words.pairsHelp} ${words.tested(figures.questions, trials.testOn, trials.trainedOn)}`}
      file="router-win-tie-lose"
      table={() => csvOf(pairs, figures.questions)}
    >
      <div ref={place}>
        <svg
          data-picture=""
          className={css("picture")}
          viewBox={`0 0 ${width} ${pairs.length * row.height}`}
          width={width}
          role="img"
          aria-label={`${words.pairsLabel(pairs.length, figures.questions)}. ${pairs.map(sentence).join(". ")}.`}
        >
          {pairs.map((pair, index) => (
            <g key={`${pair.left} ${pair.right}`} transform={`translate(0,${index * row.height})`}>
              <Bar pair={pair} width={width} />
            </g>
          ))}
        </svg>
      </div>
    </Figure>
  );
});

function Bar({ pair, width }: { pair: Pair; width: number }) {
  const { left, right, win, tie, lose } = pair;
  const letters = Math.floor(width / letter) - 2;
  const isTight = left.length + right.length > letters;
  const most = isTight ? Math.floor(letters / 2) : letters;
  const inner = width - 2;
  const bar = { y: row.bar.top, height: row.bar.height };
  return (
    <>
      <text className={css("named")} y={row.names}>
        {shortened(left, most)}
      </text>
      <text className={css("named")} x={width} y={row.names} textAnchor="end">
        {shortened(right, most)}
      </text>
      <rect className={css("win")} x={1} width={inner * win.mean} {...bar} />
      <rect className={css("tie")} x={1 + inner * win.mean} width={inner * tie.mean} {...bar} />
      <rect
        className={css("lose")}
        x={1 + inner * (win.mean + tie.mean)}
        width={inner * lose.mean}
        {...bar}
      />
      <text y={row.shares}>{words.wins(inLine(shortPercentOf(win)))}</text>
      <text x={width / 2} y={row.shares} textAnchor="middle">
        {words.ties(inLine(shortPercentOf(tie)))}
      </text>
      <text x={width} y={row.shares} textAnchor="end">
        {words.loses(inLine(shortPercentOf(lose)))}
      </text>
    </>
  );
}

function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
}

function sentence({ left, right, win, tie, lose }: Pair): string {
  const [wins, ties, loses] = [win, tie, lose].map((share) => inLine(percentOf(share)));
  return words.pair(left, right, wins ?? "", ties ?? "", loses ?? "");
}

function pairsOf({ trials, figures }: Measured, name: (id: string) => string): Pair[] {
  const router = words.routerName(trials.trials[0]?.alpha ?? 1);
  const named = (tool: number) => name(trials.toolIds[tool] ?? "");
  return figures.pairs.map(({ left, right, ...shares }) => ({
    left: left === null ? router : named(left),
    right: named(right),
    ...shares,
  }));
}

function csvOf(pairs: readonly Pair[], questions: number): Table {
  const { csv } = words;
  const cells = ({ mean, low, high }: CountedShare) => [mean, low, high];
  return {
    head: [...csv.pair, csv.questions, ...csv.win, ...csv.tie, ...csv.lose],
    rows: pairs.map(({ left, right, win, tie, lose }) => [
      left,
      right,
      questions,
      ...cells(win),
      ...cells(tie),
      ...cells(lose),
    ]),
  };
}
