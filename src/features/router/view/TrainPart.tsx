import { memo, useDeferredValue, useMemo } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import {
  gainOver,
  minQuestionsForInterval,
} from "../../../methods/homo-router/training/compare.ts";
import type { Fit } from "../../../methods/homo-router/training/fit.ts";
import { changedSince } from "../../../methods/homo-router/training/study.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { usable } from "../study.ts";
import { score, routerText as words } from "../text/router.ts";
import { routerWorkFor } from "../work.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

type TrainProps = Pick<RouterToolSelection, "chosen" | "name">;

export function TrainPart({ chosen, name }: TrainProps) {
  const work = routerWorkFor(useRuntime().router);
  const rows = useRouter((state) => state.rows);
  const working = useRouter((state) => state.working);
  const trained = useDeferredValue(useRouter((state) => state.trained));
  const outdated = useRouter((state) => state.outdated);
  const count = useMemo(() => usable(rows, chosen).length, [rows, chosen]);
  const changed = useMemo(
    () => (trained === null ? 0 : changedSince(trained.fit, rows)),
    [trained, rows],
  );
  const trainable = chosen.length < 2 ? 0 : count;
  return (
    <Section title={words.trainTitle}>
      <p>{words.trainable(trainable)}</p>
      {trainable < 2 ? <p className={css("soft")}>{words.fewestQuestions}</p> : null}
      {trainable >= 2 && trainable < minQuestionsForInterval ? (
        <p className={css("statement")}>{words.few(trainable)}</p>
      ) : null}
      <p>
        {working === null ? (
          <Button disabled={trainable < 2} onClick={() => void work.train(chosen)}>
            {words.train}
          </Button>
        ) : (
          <Button onClick={() => work.stopTraining()}>{words.stop}</Button>
        )}
      </p>
      <div role="status">
        <Progress />
      </div>
      {outdated ? <p className={css("alarm")}>{words.outdated}</p> : null}
      {changed === 0 ? null : <p className={css("statement")}>{words.changedSince(changed)}</p>}
      {trained === null ? null : <Verdict fit={trained.fit} name={name} />}
    </Section>
  );
}

function Progress() {
  const working = useRouter((state) => state.working);
  const fitting = useRouter((state) => state.fitting);
  if (working === null) return null;
  if (fitting === null) return <p>{words.working[working]}</p>;
  const { training, trainings, epoch, epochs, loss } = fitting;
  return (
    <>
      <progress
        className={css("progress")}
        max={trainings * epochs}
        value={(training - 1) * epochs + epoch}
        aria-label={words.working.train}
      />
      <p>{words.epoch(training, trainings, epoch, epochs, score(loss))}</p>
    </>
  );
}

const Verdict = memo(function Verdict({ fit, name }: { fit: Fit } & Pick<TrainProps, "name">) {
  const { quality, toolIds, heldOut, labels } = fit;
  const { fixed } = quality.yardsticks;
  const bestFixed = fixed.indexOf(Math.max(...fixed));
  const gain = gainOver(heldOut, labels, bestFixed);
  const { signed } = words;
  return (
    <p className={css("statement")}>
      {words.gains(
        name(toolIds[bestFixed] ?? ""),
        signed(gain.mean),
        signed(gain.low),
        signed(gain.high),
        gain.questions,
      )}{" "}
      <strong>{words.verdicts[gain.verdict]}</strong>
    </p>
  );
});
