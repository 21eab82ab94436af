/** Training the heads, epoch by epoch, and how good they are on questions held out. */
import { memo, useDeferredValue, useMemo } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import {
  gainOver,
  minQuestionsForInterval,
} from "../../../methods/homo-router/training/compare.ts";
import type { Fit } from "../../../methods/homo-router/training/fit.ts";
import type { TrainSettings } from "../../../methods/homo-router/training/predictor.ts";
import type { RefineSettings } from "../../../methods/homo-router/training/refine.ts";
import { changedSince } from "../../../methods/homo-router/training/study.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { NumberField, SelectField } from "../../../ui-kit/Field.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { score, routerText as words } from "../text/router.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

export function TrainPart(
  props: {
    refine: RefineSettings;
    train: TrainSettings;
    onTrain: (train: TrainSettings) => void;
    trainable: number;
  } & Pick<RouterToolSelection, "chosen" | "name">,
) {
  const { chosen, name, refine, train, onTrain, trainable } = props;
  const work = useRouterWork();
  const working = useRouter((state) => state.working);
  const trained = useDeferredValue(useRouter((state) => state.trained));
  return (
    <Section title={words.trainTitle}>
      <p>{words.trainable(trainable)}</p>
      {trainable < 2 ? <p className={css("soft")}>{words.fewestQuestions}</p> : null}
      {trainable >= 2 && trainable < minQuestionsForInterval ? (
        <p className={css("statement")}>{words.few(trainable)}</p>
      ) : null}
      <div className={css("fields")}>
        <SelectField
          label={words.heads}
          value={train.heads}
          options={[
            { value: "mlp", label: words.headsOptions.mlp },
            { value: "linear", label: words.headsOptions.linear },
          ]}
          onChange={(heads) => onTrain({ ...train, heads })}
        />
        <NumberField
          label={words.epochs}
          value={train.epochs}
          range={{ min: 1, max: 500, step: 1 }}
          onChange={(epochs) => onTrain({ ...train, epochs: Math.round(epochs) })}
        />
      </div>
      <p>
        {working === null || working === "compare" || working === "sweep" ? (
          <Button
            disabled={trainable < 2 || working !== null}
            onClick={() => void work.train(chosen, refine, train)}
          >
            {words.train}
          </Button>
        ) : (
          <Button onClick={() => work.stopStudy()}>{words.stop}</Button>
        )}
      </p>
      <div role="status">
        <Progress />
      </div>
      <Learnt />
      {trained === null ? null : <QualityTable fit={trained.fit} name={name} />}
    </Section>
  );
}

/** Whether what was learnt is of what is here; taking it along, or in. */
function Learnt() {
  const work = useRouterWork();
  const trained = useRouter((state) => state.trained);
  const refined = useRouter((state) => state.refined);
  const outdated = useRouter((state) => state.outdated);
  const working = useRouter((state) => state.working);
  const rows = useRouter((state) => state.rows);
  const changed = useMemo(
    () => (trained === null ? 0 : changedSince(trained.fit, rows)),
    [trained, rows],
  );
  async function save(): Promise<void> {
    const text = await work.studyFile();
    if (text !== null) saveFile("hopwise-router-learnt.json", text, "application/json");
  }
  return (
    <>
      {outdated ? <p className={css("alarm")}>{words.outdated}</p> : null}
      {changed === 0 ? null : <p className={css("statement")}>{words.changedSince(changed)}</p>}
      <p className={css("tools")}>
        {trained === null && refined === null ? null : (
          <Button onClick={() => void save()}>{words.saveStudy}</Button>
        )}
        <OpenFile
          label={words.openStudy}
          accept=".json"
          disabled={working !== null}
          onFile={(file) => void work.openStudy(file)}
        />
      </p>
    </>
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

const QualityTable = memo(function QualityTable({
  fit,
  name,
}: { fit: Fit } & Pick<RouterToolSelection, "name">) {
  const { quality, toolIds, heldOut, labels } = fit;
  const { yardsticks } = quality;
  const bestFixed = yardsticks.fixed.indexOf(Math.max(...yardsticks.fixed));
  const gain = gainOver(heldOut, labels, bestFixed);
  const measures: readonly (readonly [string, string])[] = [
    [words.bestPredicted, score(quality.accuracy)],
    ...toolIds.map(
      (id, tool) => [words.fixed(name(id)), score(yardsticks.fixed[tool] ?? null)] as const,
    ),
    [words.random, score(yardsticks.random)],
    [words.oracle, score(yardsticks.oracle)],
    [words.j, quality.kl.toPrecision(3)],
    [words.mae, score(quality.meanAbsoluteError)],
    [words.pairs, score(quality.pairAccuracy)],
    [words.top, score(quality.topAccuracy)],
  ];
  const { signed } = words;
  return (
    <>
      <h4>{words.qualityTitle}</h4>
      <p className={css("soft")}>{words.qualityHelp(quality.questions)}</p>
      <table className={css("table")}>
        <thead>
          <tr>
            <th scope="col">{words.measure}</th>
            <th scope="col" className={css("figure")}>
              {words.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {measures.map(([measure, value]) => (
            <tr key={measure}>
              <th scope="row">{measure}</th>
              <td className={css("figure")}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
    </>
  );
});
