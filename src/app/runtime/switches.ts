/**
 * The switches as displayed: the user's own, except one that the page flipped as an example on
 * arrival. It becomes the user's only when they move a switch themselves.
 */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { PlanChoice, RunSettings, Stage } from "../../log/types.ts";
import { type AppContext, useApp, useRun, useSettings, useView } from "./runtime-context.ts";

export function useSwitches(): RunSettings {
  const { runtime } = useApp();
  const run = useSettings((state) => state.run);
  const demo = useStore(runtime.recordings, (state) => state.demo);
  const asked = useRun((state) => state.question);
  const draft = useView((state) => state.draft);
  return useMemo(() => withDemo(run, asked === draft ? demo : null), [run, demo, asked, draft]);
}

export function switchesOf({ runtime, view }: AppContext): RunSettings {
  const isInSight = runtime.run.getState().question === view.getState().draft;
  const { demo } = runtime.recordings.getState();
  return withDemo(runtime.settings.getState().run, isInSight ? demo : null);
}

export function moveSwitch(app: AppContext, stage: Stage, choice: PlanChoice): void {
  const { settings, recordings } = app.runtime;
  const { run, changeRun, setStage } = settings.getState();
  const inSight = switchesOf(app);
  if (inSight !== run) changeRun(inSight);
  setStage(stage, choice);
  recordings.setState({ demo: null });
}

function withDemo(run: RunSettings, demo: Stage | null): RunSettings {
  return demo === null ? run : { ...run, [demo]: "large" };
}
