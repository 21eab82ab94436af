import { useView } from "../../../app/runtime/runtime-context.ts";
import { type SettingsPart, settingsParts } from "../../../app/runtime/view-store.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText } from "../text/settings.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function PartNav({ shown }: { shown: SettingsPart }) {
  const openSettings = useView((state) => state.openSettings);
  return (
    <nav className={css("nav")} aria-label={settingsText.parts}>
      {settingsParts.map((part) => (
        <button
          key={part}
          type="button"
          aria-current={part === shown ? "page" : undefined}
          onClick={() => openSettings(part)}
        >
          {settingsText.partNames[part]}
        </button>
      ))}
    </nav>
  );
}

export function showPart(part: SettingsPart): void {
  const title = document.getElementById(`settings-${part}-title`);
  title?.closest("dialog")?.scrollTo?.({ top: 0 });
  title?.focus({ preventScroll: true });
}
