import { AppError } from "../log/errors.ts";
import type { RunSettings } from "../log/types.ts";
import { type Configured, choosePreset, UsageError } from "../node/run-settings.ts";
import { isControlPath, withControl } from "../runtime/controls.ts";
import type { MethodInfo } from "../runtime/method.ts";
import { mainProblems, settingsErrors } from "../runtime/settings-validation.ts";
import { optionInvalid } from "./invalid.ts";
import { type Chosen, wanted } from "./options.ts";

const stagePaths = { plan: "plan", read: "solve", conclude: "summarise" } as const;

/** Throws `option-invalid`, `remote-not-configured` or `settings-illegal`. */
export function settingsOf(
  method: MethodInfo,
  chosen: Chosen,
  configured: Configured,
): RunSettings {
  // Without a preset, a stage that is not named stays with the small model.
  const large = configured.large && (chosen.preset !== undefined || chosen.stages === undefined);
  let settings = presetOf(method, chosen.preset, { ...configured, large });
  for (const stage of ["plan", "read", "conclude"] as const) {
    const choice = chosen.stages?.[stage];
    if (choice === undefined) continue;
    const path = stagePaths[stage];
    if (!method.stages.includes(path)) throw optionInvalid(`stages.${stage}`, wanted);
    settings = { ...settings, [path]: choice };
  }
  for (const [path, value] of Object.entries(chosen.settings ?? {})) {
    const changed = isControlPath(path, method.settings)
      ? withControl(settings, path, value, method.settings)
      : null;
    if (changed === null) throw optionInvalid(`settings.${path}`, wanted);
    settings = changed;
  }
  if (chosen.privacy !== undefined) settings = { ...settings, privacy: chosen.privacy };
  refuse(settings, method, configured);
  return settings;
}

/** Without a large model they would end where the small one cannot go on. */
export function leavesToLarge(
  settings: RunSettings,
  method: MethodInfo,
  configured: Configured,
): boolean {
  const facts = { ...configured, uses: method.uses, own: method.settings };
  return mainProblems(settings, facts).some(
    ({ code }) => code === "decide-without-large" || code === "worth-without-large",
  );
}

function presetOf(
  method: MethodInfo,
  preset: string | undefined,
  configured: Configured,
): RunSettings {
  try {
    return choosePreset(method, preset, configured).settings;
  } catch (thrown) {
    if (thrown instanceof UsageError) throw optionInvalid("preset", wanted);
    throw thrown;
  }
}

/** The run would refuse them, too, but only when it is asked. */
function refuse(settings: RunSettings, method: MethodInfo, configured: Configured): void {
  const facts = { ...configured, uses: method.uses, own: method.settings };
  const [first] = settingsErrors(settings, facts);
  if (first === undefined) return;
  if (first.code === "large-missing") throw new AppError("remote-not-configured");
  const { code: reason, control, tool } = first;
  throw new AppError("settings-illegal", { reason, control, tool });
}
