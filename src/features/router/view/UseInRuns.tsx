import { useState } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { CurvePoint } from "../../../methods/homo-router/training/curve.ts";
import {
  type RouterPolicy,
  routerPolicyVersion,
} from "../../../methods/homo-router/training/policy.ts";
import type { Prices, Trained } from "../../../session/router-study.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { score, routerText as words } from "../text/router.ts";
import sheet from "./Router.module.css";

const css = classes(sheet);

/** `point` is null if a price is unknown. */
export function UseInRuns(props: { trained: Trained; prices: Prices; point: CurvePoint | null }) {
  const { trained, prices, point } = props;
  const { router } = useRuntime();
  const matching = useRouter((state) => state.matching);
  const [saved, setSaved] = useState(false);
  async function save(lambda: number, pMin: number | null): Promise<void> {
    await router.savePolicy(policyOf(trained, { lambda, pMin, prices, matching }));
    setSaved(true);
  }
  return (
    <>
      <p className={css("tools")}>
        <Button
          disabled={point === null}
          onClick={() => {
            if (point !== null) void save(point.lambda, point.pMin);
          }}
        >
          {words.useCostSaving(point === null ? "…" : score(point.pMin))}
        </Button>
        <Button onClick={() => void save(0, null)}>{words.useBest}</Button>
      </p>
      <p role="status">{saved ? words.saved : ""}</p>
    </>
  );
}

function policyOf(
  { fit, refine, encoder, answerer }: Trained,
  rest: Pick<RouterPolicy, "lambda" | "pMin" | "matching"> & { prices: Prices },
): RouterPolicy {
  const prices = fit.toolIds.map((id) => [id, rest.prices[id] ?? null] as const);
  return {
    version: routerPolicyVersion,
    toolIds: [...fit.toolIds],
    predictor: fit.predictor,
    encoder,
    ...(answerer === undefined ? {} : { answerer }),
    ...rest,
    prices: Object.fromEntries(prices),
    trainedOn: fit.questions.length,
    ...refine,
  };
}
