/**
 * The method's switches in a row, drawn as one line that the run travels: it climbs to the
 * dear rail where the large model works, and keeps to the low one where it does not.
 */
import { type CSSProperties, Fragment } from "react";
import { useRun, useSettings } from "../../../../app/runtime/runtime-context.ts";
import { type Stage, stages } from "../../../../log/types.ts";
import type { Preset } from "../../../../runtime/method.ts";
import { matchingPreset } from "../../../../session/presets.ts";
import { isRunning } from "../../../../session/run-store.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { text } from "../../../../ui-kit/text/page.ts";
import { useMethod } from "../../../../ui-kit/use-problems.ts";
import { MethodPanel } from "./MethodPanel.tsx";
import { MethodPicker } from "./MethodPicker.tsx";
import { PresetMenu } from "./PresetMenu.tsx";
import { Rail } from "./Rail.tsx";
import sheet from "./SignalPath.module.css";
import { railOf, StageSwitch } from "./StageSwitch.tsx";

const css = classes(sheet);

/** Question and answer stand at the height of the middle rail. */
const middleRail = 1;

export function SignalPath() {
  const running = useRun(isRunning);
  return (
    <div>
      <MethodPicker />
      <section aria-labelledby="signal-path">
        <div className={css("head")}>
          <h2 id="signal-path">
            {text.stages.title}
            {running ? <span className={css("note")}>{text.stages.changed}</span> : null}
          </h2>
          <PresetMenu />
        </div>
        <PresetAbout />
        <Path />
        <MethodPanel />
      </section>
    </div>
  );
}

function PresetAbout() {
  const run = useSettings((state) => state.run);
  const preset = matchingPreset(run);
  return preset === null ? null : <p className={css("about")}>{preset.description}</p>;
}

/** On a narrow screen the ends are left out, and the first and the last rail with them. */
function narrowColumns(stages: number): string {
  const switches = Array.from({ length: stages }, () => "minmax(0, 1fr)");
  return `0 0 ${switches.join(" var(--gap) ")} 0 0`;
}

/** Only the stages that the method has; a fourth rail where planning can be off. */
function Path() {
  const method = useMethod();
  const run = useSettings((state) => state.run);
  const progress = useRun(stageProgress).split(" ");
  const doers = useRun((state) => state.trace.stageTiers);
  const shown = stages.filter((stage) => method === null || method.stages.includes(stage));
  const canBeOff = shown.includes("plan") && method?.presets.some(isWithoutPlan) === true;
  const rails = canBeOff ? 4 : 3;
  const stateOf = (stage: Stage | undefined) =>
    stage === undefined ? "" : (progress[stages.indexOf(stage)] ?? "");
  const railBefore = (index: number) => {
    const before = shown[index - 1];
    return before === undefined ? middleRail : railOf(run[before]);
  };
  const last = shown.at(-1);
  // React's type of styles knows no custom properties.
  const size = {
    "--rails": rails,
    "--stages": shown.length,
    "--narrow": narrowColumns(shown.length),
  } as CSSProperties;
  return (
    <div className={css("path")} style={size}>
      <End label={text.stages.question} />
      {shown.map((stage, index) => {
        const choice = run[stage];
        return (
          <Fragment key={stage}>
            <Rail
              from={railBefore(index)}
              to={railOf(choice)}
              rails={rails}
              state={stateOf(stage)}
              tier={doers[stage] ?? (choice === "off" ? null : choice)}
            />
            <StageSwitch stage={stage} state={stateOf(stage)} canBeOff={canBeOff} />
          </Fragment>
        );
      })}
      <Rail
        from={railBefore(shown.length)}
        to={middleRail}
        rails={rails}
        state={stateOf(last) === "done" ? "done" : ""}
        tier={null}
      />
      <End label={text.stages.answer} />
    </div>
  );
}

function isWithoutPlan({ settings }: Preset): boolean {
  return settings.plan === "off";
}

function End({ label }: { label: string }) {
  return (
    <span className={css("end")} aria-hidden="true">
      <span>{label}</span>
    </span>
  );
}

/** "done", "running" or "" for each stage, as one string so that it can be compared. */
function stageProgress(state: Parameters<typeof isRunning>[0]): string {
  return stages
    .map((stage) => {
      // Asked first: a run can go back to a stage that it had finished.
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
