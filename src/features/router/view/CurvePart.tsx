/** The price of accuracy: the curve, the bound on it, and where each question goes. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import type { Curve, CurvePoint } from "../../../methods/homo-router/training/curve.ts";
import { outcomeOf } from "../../../methods/homo-router/training/problem.ts";
import { RangeField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { problemOf } from "../study.ts";
import type { Solved, Trained } from "../study-state.ts";
import { dollars, score, routerText as words } from "../text/router.ts";
import { AssignmentTable } from "./AssignmentTable.tsx";
import { CurvePicture, CurveTable } from "./CurvePicture.tsx";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import { UseInRuns } from "./UseInRuns.tsx";
import type { RouterToolSelection } from "./use-router-tools.ts";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

type CurveProps = Pick<RouterToolSelection, "prices" | "name">;

/** Steps of the slider; the curve is often narrow. */
const step = 0.001;
/** How far above what can be reached the slider goes: there it is told that it cannot be. */
const beyond = 0.05;

export function CurvePart({ prices, name }: CurveProps) {
  const work = useRouterWork();
  const drawn = useRouter(useShallow(({ trained, curve }) => ({ trained, curve })));
  const { trained, curve } = useDeferredValue(drawn);
  useEffect(() => {
    if (trained !== null) void work.draw(prices);
  }, [work, trained, prices]);
  if (trained === null || curve === null) return null;
  return (
    <Section title={words.curveTitle}>
      <p className={css("soft")}>{words.curveHelp}</p>
      {"kind" in curve ? (
        <>
          <p className={css("alarm")}>{words.refused(curve, name)}</p>
          <UseInRuns trained={trained} prices={prices} solved={null} />
        </>
      ) : (
        <Bound curve={curve} trained={trained} prices={prices} name={name} />
      )}
    </Section>
  );
}

function Bound(props: { curve: Curve; trained: Trained } & CurveProps) {
  const { curve, trained, prices, name } = props;
  const work = useRouterWork();
  const latest = useDeferredValue(useRouter((state) => state.solved));
  const range = sliderRange(curve);
  const [moved, setMoved] = useState((range.min + curve.range.bestReachable) / 2);
  const pMin = rounded(Math.min(range.max, Math.max(range.min, moved)));
  useEffect(() => void work.solve(pMin, prices), [work, pMin, prices]);
  const solved = latest?.pMin === pMin && latest.prices === prices ? latest : null;
  const near = nearest(curve.points, pMin);
  return (
    <>
      <CurvePicture curve={curve} marker={markerOf(solved, trained) ?? near} name={name} />
      <RangeField label={words.pMin} value={pMin} range={range} digits={3} onChange={setMoved} />
      <div role="status">
        {solved === null ? (
          <p>{near === null ? words.solving : boundSentence(near)}</p>
        ) : (
          <Result solved={solved} trained={trained} name={name} />
        )}
      </div>
      <UseInRuns trained={trained} prices={prices} solved={solved} />
      <CurveTable curve={curve} />
      {latest === null ? null : <AssignmentTable solved={latest} trained={trained} name={name} />}
    </>
  );
}

function sliderRange({ range }: Curve) {
  const min = Math.max(0, Math.floor(range.cheapest / step) * step);
  return { min: rounded(min), max: rounded(Math.min(1, range.bestReachable + beyond)), step };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

/** The cheapest point of the curve that keeps the bound. */
function nearest(points: readonly CurvePoint[], pMin: number): CurvePoint | null {
  return points.find((point) => point.pMin >= pMin - 1e-9) ?? null;
}

interface At {
  pMin: number;
  usdPerThousand: number | null;
  meanPredicted: number;
  accuracy: number | null;
}

function boundSentence({ pMin, usdPerThousand, meanPredicted, accuracy }: At): string {
  return words.atBound(score(pMin), dollars(usdPerThousand), score(meanPredicted), score(accuracy));
}

/** What the solver found comes to, true scores included. */
function markerOf(solved: Solved | null, trained: Trained): At | null {
  if (solved === null || solved.result.status === "refused") return null;
  const problem = problemOf(trained, solved.prices);
  if (problem === null) return null;
  const outcome = outcomeOf(problem.problem, solved.result.assignment, problem.labels);
  return { ...outcome, pMin: solved.pMin };
}

function Result(props: { solved: Solved; trained: Trained } & Pick<RouterToolSelection, "name">) {
  const { solved, trained, name } = props;
  const at = useMemo(() => markerOf(solved, trained), [solved, trained]);
  const { result, pMin } = solved;
  if (at === null) {
    return result.status === "refused" ? (
      <p className={css("alarm")}>{words.refused(result.fault, name)}</p>
    ) : null;
  }
  if (result.status === "infeasible") {
    return (
      <p className={css("alarm")}>{words.infeasible(score(pMin), score(result.bestReachable))}</p>
    );
  }
  return (
    <p>
      {boundSentence(at)} {words.proven}
    </p>
  );
}
