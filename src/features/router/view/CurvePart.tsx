import { useDeferredValue, useEffect, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { Curve, CurvePoint } from "../../../methods/homo-router/training/curve.ts";
import type { Trained } from "../../../session/router-study.ts";
import { RangeField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { dollars, score, routerText as words } from "../text/router.ts";
import { routerWorkFor } from "../work.ts";
import { CurvePicture } from "./CurvePicture.tsx";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import { UseInRuns } from "./UseInRuns.tsx";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

type CurveProps = Pick<RouterToolSelection, "prices" | "name">;

/** The curve is often narrow. */
const step = 0.001;

export function CurvePart({ prices, name }: CurveProps) {
  const work = routerWorkFor(useRuntime().router);
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
          <UseInRuns trained={trained} prices={prices} point={null} />
        </>
      ) : (
        <Bound curve={curve} trained={trained} prices={prices} name={name} />
      )}
    </Section>
  );
}

function Bound(props: { curve: Curve; trained: Trained } & CurveProps) {
  const { curve, trained, prices, name } = props;
  const { cheapest, bestReachable } = curve.range;
  const range = { min: rounded(cheapest), max: rounded(bestReachable), step };
  const [moved, setMoved] = useState((cheapest + bestReachable) / 2);
  const pMin = rounded(Math.min(range.max, Math.max(range.min, moved)));
  const point = keeping(curve.points, pMin);
  return (
    <>
      <CurvePicture curve={curve} marker={point} name={name} />
      <RangeField label={words.pMin} value={pMin} range={range} digits={3} onChange={setMoved} />
      <p role="status">{point === null ? "" : boundSentence(point)}</p>
      <UseInRuns trained={trained} prices={prices} point={point} />
    </>
  );
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

/** The cheapest point that meets the bound; the last one if rounding exceeded it. */
function keeping(points: readonly CurvePoint[], pMin: number): CurvePoint | null {
  return points.find((point) => point.pMin >= pMin - 1e-9) ?? points.at(-1) ?? null;
}

function boundSentence({ pMin, usdPerThousand, meanPredicted, accuracy }: CurvePoint): string {
  return words.atBound(score(pMin), dollars(usdPerThousand), score(meanPredicted), score(accuracy));
}
