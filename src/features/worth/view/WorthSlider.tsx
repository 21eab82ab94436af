import { useEffect, useId } from "react";
import { useRuntime, useSettings, useWorth } from "../../../app/runtime/runtime-context.ts";
import type { ActionPolicy } from "../../../evaluation/policy/policy.ts";
import type { Price } from "../../../log/types.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { ErrorNotice } from "../../../ui-kit/ErrorNotice.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { perThousand } from "../../../ui-kit/text/format.ts";
import { worthText as words } from "../text/worth.ts";
import { nearestPoint, worthPoints } from "../worth-curve.ts";
import { useLargePrice } from "./use-large-price.ts";
import sheet from "./WorthSlider.module.css";

const css = classes(sheet);

export function WorthSlider() {
  const { worth } = useRuntime();
  const policy = useWorth((state) => state.policy);
  const own = useWorth((state) => state.own);
  const error = useWorth((state) => state.error);
  const { price, model } = useLargePrice();
  useEffect(() => {
    void worth.load();
  }, [worth]);
  return (
    <section className={css("worth")} aria-labelledby="where-it-pays">
      <h3 id="where-it-pays">{words.title}</h3>
      <p className={css("soft")}>{words.about}</p>
      {error === null ? null : <ErrorNotice error={error} />}
      {policy === null ? (
        <p role="status">{error === null ? words.loading : words.none}</p>
      ) : (
        <Curve policy={policy} price={price} model={model} own={own} />
      )}
      <p className={css("tools")}>
        <OpenFile
          label={words.open}
          accept=".json,application/json"
          onFile={(file) => void worth.open(file)}
        />
        {own ? <TextButton onClick={() => void worth.save(null)}>{words.back}</TextButton> : null}
      </p>
    </section>
  );
}

function Curve(props: {
  policy: ActionPolicy;
  price: Price | null;
  model: string | null;
  own: boolean;
}) {
  const { policy, price, model, own } = props;
  const pointUsd = useSettings((state) => state.run.worth?.pointUsd ?? 0);
  const changeRun = useSettings((state) => state.changeRun);
  const run = useSettings((state) => state.run);
  const id = useId();
  const points = worthPoints(policy, price);
  const at = nearestPoint(points, pointUsd);
  const point = points[at];
  if (point === undefined) return null;
  const { small, large } = policy.answerers;
  const expected = words.expected(perThousand(point.usdPerThousand / 1000), point.right);
  return (
    <>
      <div className={css("slider")}>
        <label htmlFor={id}>{words.slider}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={points.length - 1}
          step={1}
          value={at}
          aria-valuetext={expected}
          onChange={(event) => {
            const chosen = points[Number(event.target.value)];
            if (chosen !== undefined) {
              changeRun({ ...run, worth: { pointUsd: chosen.pointUsd } });
            }
          }}
        />
        <span className={css("ends")} aria-hidden="true">
          <span>{words.least}</span>
          <span>{words.most(perThousand((points.at(-1)?.usdPerThousand ?? 0) / 1000))}</span>
        </span>
      </div>
      <p className={css("expected")}>
        <output htmlFor={id}>{expected}</output>
      </p>
      <p className={css("soft")}>{words.point(perThousand(point.pointUsd / 1000))}</p>
      <p className={css("soft")}>{words.learnt(policy.trainedOn, small, large ?? "—", own)}</p>
      {model !== null && large !== null && model !== large ? (
        <p className={css("soft")}>{words.otherLarge(model)}</p>
      ) : null}
      {model !== null && price === null ? (
        <p className={css("soft")}>{words.priceUnknown}</p>
      ) : null}
    </>
  );
}
