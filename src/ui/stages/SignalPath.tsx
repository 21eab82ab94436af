/**
 * Three switches in a row, drawn as one line that the run travels: it climbs to the
 * dear rail where the large model works, and keeps to the low one where it does not.
 */
import { type Stage, stages } from "../../core/types.ts";
import { isRunning } from "../../state/run-store.ts";
import { useRun, useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { AdvancedSettings } from "./AdvancedSettings.tsx";
import { PresetMenu } from "./PresetMenu.tsx";
import { Rail } from "./Rail.tsx";
import sheet from "./SignalPath.module.css";
import { railOf, StageSwitch } from "./StageSwitch.tsx";

const css = classes(sheet);

/** Question and answer stand at the height of the middle rail. */
const middleRail = 1;

export function SignalPath() {
  const run = useSettings((state) => state.run);
  const progress = useRun(stageProgress);
  const doers = useRun((state) => state.trace.stageTiers);
  const running = useRun(isRunning);
  const rails = stages.map((stage) => railOf(run[stage]));
  const states = progress.split(" ");
  const [planRail = middleRail, solveRail = middleRail, summariseRail = middleRail] = rails;
  const [plan = "", solve = "", summarise = ""] = states;
  return (
    <section aria-labelledby="signal-path">
      <div className={css("head")}>
        <h2 id="signal-path">
          {text.stages.title}
          {running ? <span className={css("note")}>{text.stages.changed}</span> : null}
        </h2>
        <PresetMenu />
      </div>
      <div className={css("path")}>
        <End label={text.stages.question} />
        <Rail from={middleRail} to={planRail} state={plan} tier={doers.plan ?? run.plan} />
        <StageSwitch stage="plan" state={plan} />
        <Rail from={planRail} to={solveRail} state={solve} tier={doers.solve ?? run.solve} />
        <StageSwitch stage="solve" state={solve} />
        <Rail
          from={solveRail}
          to={summariseRail}
          state={summarise}
          tier={doers.summarise ?? run.summarise}
        />
        <StageSwitch stage="summarise" state={summarise} />
        <Rail
          from={summariseRail}
          to={middleRail}
          state={summarise === "done" ? "done" : ""}
          tier={null}
        />
        <End label={text.stages.answer} />
      </div>
      <AdvancedSettings />
    </section>
  );
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
      if (state.trace.finishedStages.includes(stage)) return "done";
      return state.trace.stage === stage || isDeciding(state, stage) ? "running" : "idle";
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
