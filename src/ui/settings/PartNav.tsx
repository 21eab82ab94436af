/** The parts of the settings by name: the page of rules is long, and each is one press away. */
import { TextButton } from "../shared/Button.tsx";
import { type SettingsPart, settingsParts } from "../shared/view-store.ts";
import { classes } from "../styles/classes.ts";
import { settingsText } from "../text/settings-en.ts";
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
