import type { Searcher } from "./searcher.ts";
import type { SearchService, ServiceParts, SettingsSchema, ToolSettings } from "./service.ts";

/** `settings` are `commonFields(service, …)` plus the service's own. */
export function serviceParts<Settings extends ToolSettings>(parts: {
  about: string;
  settings(service: SearchService): SettingsSchema<Settings>;
  searcher(settings: Settings, service: SearchService): Searcher;
}): ServiceParts {
  return {
    about: parts.about,
    open(service) {
      const settings = parts.settings(service);
      return {
        settings,
        searcher: (given) => parts.searcher(settings.parse(given), service),
      };
    },
  };
}
