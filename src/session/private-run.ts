/** Every run of this page, whoever starts it, goes by what the person lets leave the device. */

import type { Run } from "../runtime/run.ts";
import type { Services } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

/** A log that is gone on with, or a batch, may have been begun under another level: the one now holds. */
export function withPrivacy(services: Services, settings: SettingsStore): Services {
  return {
    ...services,
    loadRun: async () => withCurrentPrivacy(await services.loadRun(), settings),
  };
}

function withCurrentPrivacy(run: Run, store: SettingsStore): Run {
  return (request, ports, signal) => {
    const { privacy: _before, ...settings } = request.settings;
    const { privacy } = store.getState();
    const now = privacy === "everything" ? settings : { ...settings, privacy };
    return run({ ...request, settings: now }, ports, signal);
  };
}
