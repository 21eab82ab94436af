import { type Stage, stages, type TierChoice } from "../../log/types.ts";
import { findMethodInfo } from "../../session/presets.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { type Action, action } from "../runtime/action.ts";
import { moveSwitch, switchesOf } from "../runtime/switches.ts";
import { isAskShown } from "./on-ask.ts";

/** Solving makes many small calls, so "decide" is not offered for it. */
const workers: Record<Stage, readonly TierChoice[]> = {
  plan: ["small", "large", "decide"],
  solve: ["small", "large"],
  summarise: ["small", "large", "decide"],
};

export const flipStages: readonly Action[] = stages.map((stage, index) =>
  action({
    id: `flip-${stage}`,
    title: actionsText.actions.flip(stage),
    key: String(index + 1),
    // Not while the switch is hidden: the user would not see that the next question costs money.
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

/** A stage that is off starts with the small model. */
function nextWorker(stage: Stage, now: string): TierChoice {
  const order: readonly string[] = workers[stage];
  return workers[stage][(order.indexOf(now) + 1) % order.length] ?? "small";
}
