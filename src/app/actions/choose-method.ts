import { methods } from "../../methods/index.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import type { Facts } from "../../runtime/settings-validation.ts";
import { isConfigured } from "../../session/preferences.ts";
import { findMethodInfo, startingPreset } from "../../session/presets.ts";
import { readyTools, refOf } from "../../session/tools.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type Action, action } from "./action.ts";
import { onAsk } from "./on-ask.ts";

export const chooseMethod = action({
  id: "method",
  title: "Choose a method",
  key: "m",
  perform: (app) => onAsk(app, () => app.view.getState().openMethod(true)),
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

/** Whether the encoder has heads is only known once it is loaded; assume it does until then. */
function factsNow({ settings, router }: Runtime): Omit<Facts, "uses"> {
  const { large, tools, toolKeys } = settings.getState();
  return {
    large: isConfigured(large),
    heads: true,
    tools: readyTools(tools, toolKeys).map(({ tool }) => refOf(tool)),
    routerTools: router.getState().policy?.toolIds ?? null,
  };
}
