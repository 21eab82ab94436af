/** The list of all global actions, used by the palette, the keys and the help. */
import { registryOf } from "../../runtime/registry.ts";
import type { Action } from "./action.ts";
import { ask } from "./ask.ts";
import { browseLibrary } from "./browse-library.ts";
import { chooseMethod, methodActions } from "./choose-method.ts";
import { flipStages } from "./flip-stage.ts";
import { help } from "./help.ts";
import { newBatch } from "./new-batch.ts";
import { newQuestion } from "./new-question.ts";
import { cycleTheme } from "./next-theme.ts";
import { openAsk } from "./open-ask.ts";
import { openLab } from "./open-lab.ts";
import { openLibrary } from "./open-library.ts";
import { openPalette } from "./open-palette.ts";
import { openPrivacy } from "./open-privacy.ts";
import { openPrompts } from "./open-prompts.ts";
import { openRuns } from "./open-runs.ts";
import { openSettings } from "./open-settings.ts";
import { router } from "./router.ts";
import { saveRun } from "./save-run.ts";
import { shareRun } from "./share-run.ts";
import { stop } from "./stop.ts";

export const actions = registryOf<Action>([
  ask,
  stop,
  newQuestion,
  ...flipStages,
  chooseMethod,
  openSettings,
  openLibrary,
  openPrivacy,
  openPrompts,
  saveRun,
  shareRun,
  openAsk,
  openLab,
  newBatch,
  openRuns,
  browseLibrary,
  router,
  cycleTheme,
  openPalette,
  help,
]);

export function allActions(): Action[] {
  return [...actions.all, ...methodActions()];
}
