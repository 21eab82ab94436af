/**
 * The list of all global actions, used by the palette, the keys and the help. Those of a feature are
 * in its own list.
 */
import { registryOf } from "../../runtime/registry.ts";
import { loadedParts } from "../lazy/feature-parts.ts";
import type { Action } from "../runtime/action.ts";
import { ask } from "./ask.ts";
import { chooseMethod, methodActions } from "./choose-method.ts";
import { flipStages } from "./flip-stage.ts";
import { help } from "./help.ts";
import { newQuestion } from "./new-question.ts";
import { cycleTheme } from "./next-theme.ts";
import { openAsk } from "./open-ask.ts";
import { openPalette } from "./open-palette.ts";
import { saveRun } from "./save-run.ts";
import { stop } from "./stop.ts";

export const actions = registryOf<Action>([
  ask,
  stop,
  newQuestion,
  ...flipStages,
  chooseMethod,
  saveRun,
  openAsk,
  cycleTheme,
  openPalette,
  help,
]);

export function allActions(): Action[] {
  const ofFeatures = loadedParts().flatMap((parts) => parts.actions ?? []);
  return [...actions.all, ...ofFeatures, ...methodActions()];
}
