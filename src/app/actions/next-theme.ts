import { theme } from "../../session/preferences.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { text } from "../../ui-kit/text/page.ts";
import { action } from "../runtime/action.ts";

export const cycleTheme = action({
  id: "theme",
  title: "Next colours: auto, light, dark",
  also: "theme dark mode",
  key: "t",
  perform({ runtime }) {
    const { theme: now, change } = runtime.settings.getState();
    const next = theme.options[(theme.options.indexOf(now) + 1) % theme.options.length];
    if (next !== undefined) change({ theme: next });
  },
  outcome: ({ runtime }) =>
    actionsText.done.theme(text.page.themes[runtime.settings.getState().theme]),
});
