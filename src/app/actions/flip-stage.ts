import { type Stage, stages, type TierChoice } from "../../log/types.ts";
import { findMethodInfo } from "../../session/presets.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { moveSwitch, switchesOf } from "../runtime/switches.ts";
import { type Action, action } from "./action.ts";
import { isAskShown } from "./on-ask.ts";

/** Solving is many small calls, which the Decision is not asked for. */
const workers: Record<Stage, readonly TierChoice[]> = {
  plan: ["small", "large", "decide"],
  solve: ["small", "large"],
  summarise: ["small", "large", "decide"],
};

/** Gives a stage to the next worker; the keys are 1, 2 and 3. */
export const flipStages: readonly Action[] = stages.map((stage, index) =>
  action({
    id: `flip-${stage}`,
    title: actionsText.actions.flip(stage),
    key: String(index + 1),
    // A switch out of sight would be armed unseen, and the next question paid for.
    isPossible({ runtime }) {
      if (!isAskShown()) return false;
      const { method } = runtime.settings.getState().run;
      return findMethodInfo(method)?.stages.includes(stage) ?? true;
    },
    perform(app) {
      moveSwitch(app, stage, nextWorker(stage, switchesOf(app)[stage]));
    },
    outcome: ({ runtime }) => actionsText.done.flip(stage, runtime.settings.getState().run[stage]),
  }),
);

/** What is off begins with the small model. */
function nextWorker(stage: Stage, now: string): TierChoice {
  const order: readonly string[] = workers[stage];
  return workers[stage][(order.indexOf(now) + 1) % order.length] ?? "small";
}
