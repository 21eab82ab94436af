/** HomoRouter's figures from a person's own scores: what they are tested on, and their making. */
import { useDeferredValue, useMemo, useState } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import type { TrainSettings } from "../../../methods/homo-router/training/predictor.ts";
import type { RefineSettings } from "../../../methods/homo-router/training/refine.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { SelectField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { usable } from "../study.ts";
import { routerText } from "../text/router.ts";
import { routerFiguresText as words } from "../text/router-figures.ts";
import { AlphaFigure } from "./AlphaFigure.tsx";
import { PairsFigure } from "./PairsFigure.tsx";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import { StrategyTable } from "./StrategyTable.tsx";
import type { RouterToolSelection } from "./use-router-tools.ts";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

/** Of the choice: no name of a set is empty. */
const heldOut = "";

export function FiguresPart(
  props: { refine: RefineSettings; train: TrainSettings } & Pick<
    RouterToolSelection,
    "chosen" | "name" | "prices"
  >,
) {
  const { chosen, name, prices, refine, train } = props;
  const work = useRouterWork();
  const working = useRouter((state) => state.working);
  const compared = useDeferredValue(useRouter((state) => state.compared));
  const swept = useDeferredValue(useRouter((state) => state.swept));
  const sets = useSets(chosen);
  const [wanted, setWanted] = useState(heldOut);
  const set = sets.some(({ value }) => value === wanted) ? wanted : heldOut;
  const request = { toolIds: chosen, refine, train, testOn: set === heldOut ? null : set };
  return (
    <>
      <Section title={words.title}>
        <p className={css("soft")}>{words.help}</p>
        <SelectField
          label={words.testOn}
          help={words.testOnHelp}
          value={set}
          options={[{ value: heldOut, label: words.heldOut }, ...sets]}
          onChange={setWanted}
        />
        <p className={css("tools")}>
          {working === "compare" || working === "sweep" ? (
            <Button onClick={() => work.stopStudy()}>{routerText.stop}</Button>
          ) : (
            <>
              <Button disabled={working !== null} onClick={() => void work.compare(request)}>
                {words.compare}
              </Button>
              <Button disabled={working !== null} onClick={() => void work.sweep(request)}>
                {words.sweep}
              </Button>
            </>
          )}
        </p>
        <div role="status">
          <Progress />
        </div>
      </Section>
      {compared === null ? null : (
        <>
          <StrategyTable measured={compared} prices={prices} name={name} />
          <PairsFigure measured={compared} name={name} />
        </>
      )}
      {swept === null ? null : <AlphaFigure measured={swept} />}
    </>
  );
}

/** The sets that can be tested on: there are others to train on. */
function useSets(chosen: readonly string[]): { value: string; label: string }[] {
  const rows = useRouter((state) => state.rows);
  return useMemo(() => {
    const known = usable(rows, chosen);
    const counts = new Map<string, number>();
    for (const { set } of known) {
      if (set !== undefined && set !== "") counts.set(set, (counts.get(set) ?? 0) + 1);
    }
    return [...counts].flatMap(([set, count]) => {
      const others = known.length - count;
      return others === 0 ? [] : [{ value: set, label: words.set(set, count, others) }];
    });
  }, [rows, chosen]);
}

function Progress() {
  const trying = useRouter((state) => state.trying);
  if (trying === null) return null;
  const { trial, trials, training, trainings, epoch, epochs } = trying;
  const done = ((trial - 1) * trainings + training - 1) * epochs + epoch;
  return (
    <>
      <progress
        className={css("progress")}
        max={trials * trainings * epochs}
        value={done}
        aria-label={words.measuring}
      />
      <p>{words.trial(trial, trials, training, trainings)}</p>
    </>
  );
}
