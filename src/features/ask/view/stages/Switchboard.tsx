/**
 * The stage switches directly below the question, with accuracy and cost of all setups beside
 * them. Its height never changes.
 */
import { Suspense } from "react";
import { useStore } from "zustand";
import { ReturnPicture } from "../../../../app/lazy/arrival-parts.ts";
import { paths } from "../../../../app/runtime/routes.ts";
import {
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "../../../../app/runtime/runtime-context.ts";
import { useSwitches } from "../../../../app/runtime/switches.ts";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { type Stage, stages } from "../../../../log/types.ts";
import type { Preset } from "../../../../runtime/method.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { onDevice, usesOfLarge } from "../../../../session/presets.ts";
import { isRunning } from "../../../../session/run-store.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { stageNames } from "../../../../ui-kit/text/method.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { useErrors, useMethod } from "../../../../ui-kit/use-problems.ts";
import type { Flip } from "../../../runs/recordings.ts";
import { useLargePrice } from "../../../worth/view/use-large-price.ts";
import { recordedMethod } from "../../combination.ts";
import { setupIds, setupOf, withSetup } from "../../setups.ts";
import { switchText as words } from "../../text/switchboard.ts";
import { LargeLeaves } from "../PreflightNotice.tsx";
import { StageSwitch } from "./StageSwitch.tsx";
import sheet from "./Switchboard.module.css";
import { measuringUsd, pricedUsd, useIsMeasured } from "./use-measured.ts";
import { useSample } from "./use-sample.ts";

const css = classes(sheet);

export function Switchboard() {
  return (
    <div className={css("band")}>
      <Switches />
      <PanelBoundary quiet>
        <div className={css("pictureRoom")}>
          <Suspense fallback={null}>
            <ReturnPicture />
          </Suspense>
        </div>
      </PanelBoundary>
    </div>
  );
}

function Switches() {
  const method = useMethod();
  const progress = useRun(stageProgress).split(" ");
  const sample = useSample();
  const isMeasured = useIsMeasured(sample);
  const shown = stages.filter((stage) => method === null || method.stages.includes(stage));
  const canBeOff = shown.includes("plan") && method?.presets.some(isWithoutPlan) === true;
  const measured = method?.id === recordedMethod;
  const isElsewhere = measured && sample !== null && !isMeasured;
  return (
    <section className={css("board")} aria-labelledby="switchboard">
      <div className={css("stages")}>
        {shown.map((stage) => (
          <StageSwitch
            key={stage}
            stage={stage}
            state={progress[stages.indexOf(stage)] ?? ""}
            canBeOff={canBeOff}
            sample={(measured && sample?.stages.find((one) => one.stage === stage)) || null}
            approximate={sample?.approximate === true}
            elsewhere={isMeasured ? null : (sample?.large ?? null)}
          />
        ))}
      </div>
      <div className={css("head")}>
        <h2 id="switchboard" className={isElsewhere ? "visually-hidden" : undefined}>
          {words.title}
        </h2>
        {isElsewhere ? <MeasureYours sample={sample} /> : null}
        {measured ? <Setups /> : null}
        <MethodChip />
      </div>
      <div className={css("message")}>
        <Message />
      </div>
    </section>
  );
}

function Setups() {
  const { settings, recordings } = useRuntime();
  const current = setupOf(useSwitches());
  return (
    <fieldset className={css("setups")}>
      <legend className="visually-hidden">{words.setups}</legend>
      {setupIds.map((id) => (
        <button
          key={id}
          type="button"
          className={css("setup")}
          aria-pressed={id === current}
          onClick={() => {
            const { run, changeRun } = settings.getState();
            changeRun(withSetup(run, id));
            recordings.setState({ demo: null });
          }}
        >
          {words.setup[id]}
        </button>
      ))}
    </fieldset>
  );
}

function MethodChip() {
  const method = useMethod();
  const open = useView((state) => state.open);
  const errors = useErrors().filter(({ code }) => code !== "large-missing");
  return (
    <button
      type="button"
      className={css("chip", errors.length > 0 && "isWrong")}
      aria-haspopup="dialog"
      onClick={() => open("method")}
    >
      <span>
        <span className={css("word")}>{words.method} </span>
        {method?.title}
      </span>
      <svg viewBox="-8 -8 16 16" width="12" height="12" aria-hidden="true">
        <path d="M-5,-2.5L0,2.5L5,-2.5" />
      </svg>
    </button>
  );
}

function Message() {
  const running = useRun(isRunning);
  const run = useSettings((state) => state.run);
  const canPay = useSettings((state) => isConfigured(state.large));
  const method = useMethod();
  const sample = useSample();
  const isMeasured = useIsMeasured(sample);
  const { recordings } = useRuntime();
  const flip = useStore(recordings, (state) => state.flip);
  const paid = usesOfLarge(run);
  if (run.worth !== undefined) return <WhereItPays />;
  if (flip !== null && !canPay) return <FlipMessage flip={flip} sample={sample} />;
  if (!canPay && paid.some(({ level }) => level === "error")) return <NoLargeModel />;
  if (!canPay && paid.length > 0) return <p>{text.ask.noneToDecide}</p>;
  if (canPay && paid.length > 0 && !running) return <LargeLeaves />;
  if (running) return <p>{text.stages.changed}</p>;
  if (canPay && isMeasured && sample !== null && method?.id === recordedMethod) {
    return <Connected sample={sample} />;
  }
  if (method?.id !== recordedMethod) return <p>{words.onlyCoopLlm}</p>;
  if (sample === null) return <p>{"\u00a0"}</p>;
  return <p>{isMeasured ? words.about(sample) : words.measuredWith(sample)}</p>;
}

/** Offers CoopLLM's setup, with its price, once a large model is connected. */
function Connected({ sample }: { sample: SampleSummary }) {
  const { settings } = useRuntime();
  const { price } = useLargePrice();
  const model = useSettings((state) => state.large.model);
  const { run, changeRun } = settings.getState();
  return (
    <p className={css("missing")}>
      <span>{words.connected(model)}</span>
      <TextButton onClick={() => changeRun(withSetup(run, "coop"))}>
        {words.letItCoop(pricedUsd(sample, "LSL", price))}
      </TextButton>
    </p>
  );
}

function FlipMessage({ flip, sample }: { flip: Flip; sample: SampleSummary | null }) {
  const { stage, tier, was, is, usd } = flip;
  const average = tier === "large" ? sample?.stages.find((one) => one.stage === stage) : undefined;
  return (
    <div className={css("flip")} role="status">
      <p>
        {words.thisQuestion}{" "}
        <strong>
          <span className={css("word")}>{words.flippedBy(stage, tier)} </span>
          {words.flipped(was, is, usd)}
        </strong>
      </p>
      {average === undefined || sample === null ? null : (
        <p>
          {words.averageOf(sample)} {words.points(average.gain)}{" "}
          <span className={css("word")}>{words.openVerdict(average)}</span>{" "}
          <a href={paths.newBatch}>{words.measure}</a>
        </p>
      )}
    </div>
  );
}

function MeasureYours({ sample }: { sample: SampleSummary }) {
  const { price } = useLargePrice();
  return (
    <a className={css("measure")} href={paths.newBatch}>
      {words.measure}: <span className={css("questions")}>{words.measuringQuestions}</span>
      {words.measuring(measuringUsd(sample, price))}
    </a>
  );
}

/** The value of a right answer is set in the method's dialog. */
function WhereItPays() {
  const canPay = useSettings((state) => isConfigured(state.large));
  const open = useView((state) => state.open);
  const openSettings = useView((state) => state.openSettings);
  return (
    <p className={css("missing")}>
      <span>{canPay ? words.whereItPays : words.nowhereItPays}</span>
      {canPay ? (
        <TextButton onClick={() => open("method")}>{words.setPrice}</TextButton>
      ) : (
        <TextButton onClick={() => openSettings("large")}>{words.connect}</TextButton>
      )}
    </p>
  );
}

function NoLargeModel() {
  const { settings } = useRuntime();
  const run = useSettings((state) => state.run);
  const openSettings = useView((state) => state.openSettings);
  const doers = stageNames(usesOfLarge(run).filter(({ level }) => level === "error"));
  return (
    <p className={css("missing")}>
      <span id={missingId}>{words.missing(doers)}</span>
      <TextButton onClick={() => openSettings("large")}>{words.connect}</TextButton>
      <TextButton onClick={() => settings.getState().changeRun(onDevice(settings.getState().run))}>
        {words.useSmall}
      </TextButton>
    </p>
  );
}

export const missingId = "no-large-model";

function isWithoutPlan({ settings }: Preset): boolean {
  return settings.plan === "off";
}

/**
 * "done", "running" or "idle" for each stage, joined to one string so that it compares by value.
 */
function stageProgress(state: Parameters<typeof isRunning>[0]): string {
  return stages
    .map((stage) => {
      // Checked first: a run can return to a finished stage.
      if (state.trace.stage === stage) return "running";
      if (state.trace.finishedStages.includes(stage)) return "done";
      return isDeciding(state, stage) ? "running" : "idle";
    })
    .join(" ");
}

/** The Decision is asked before its stage starts. */
function isDeciding(state: Parameters<typeof isRunning>[0], stage: Stage): boolean {
  if (state.phase !== "running") return false;
  for (const call of state.trace.calls.values()) {
    if (call.start.stage === stage && call.end === null && call.error === null) return true;
  }
  return false;
}
