/** The parts of the settings by name: the page of rules is long, and each is one press away. */

import { type SettingsPart, settingsParts } from "../../../app/runtime/view-store.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText } from "../text/settings.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function PartNav() {
  return (
    <nav className={css("nav")} aria-label={settingsText.parts}>
      {settingsParts.map((part) => (
        <TextButton key={part} onClick={() => showPart(part)}>
          {settingsText.partNames[part]}
        </TextButton>
      ))}
    </nav>
  );
}

export function showPart(part: SettingsPart): void {
  document.getElementById(`settings-${part}`)?.scrollIntoView({ block: "start" });
  // Else the next stop of the Tab key would be the first part's.
  document.getElementById(`settings-${part}-title`)?.focus({ preventScroll: true });
}
