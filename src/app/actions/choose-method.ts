import { methods } from "../../methods/index.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import { findMethodInfo, startingPreset } from "../../session/presets.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { factsNow } from "../../ui-kit/use-problems.ts";
import { type Action, action } from "../runtime/action.ts";
import { onAsk } from "./on-ask.ts";

export const chooseMethod = action({
  id: "method",
  title: "Choose a method",
  key: "m",
  perform: (app) => onAsk(app, () => app.view.getState().open("method")),
});

/** Chooses a method at once, with its first preset that can run. */
const chooseNamed = (method: MethodInfo): Action =>
  action({
    id: `method-${method.id}`,
    title: actionsText.actions.methodNamed(method.title),
    isPossible: ({ runtime }) => runtime.settings.getState().run.method !== method.id,
    perform({ runtime }) {
      const preset = startingPreset(method, factsNow(runtime));
      if (preset !== null) runtime.settings.getState().changeRun(preset.settings);
    },
    outcome: ({ runtime }) => {
      const now = findMethodInfo(runtime.settings.getState().run.method);
      return now === null ? null : actionsText.done.method(now.title);
    },
  });

export function methodActions(): Action[] {
  return methods.all.map(chooseNamed);
}
