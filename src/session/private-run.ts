import type { Run } from "../runtime/run.ts";
import type { Services } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

/** A continued log may have begun under another level. */
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
