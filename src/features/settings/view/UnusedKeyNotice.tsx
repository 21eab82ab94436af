/** The address now has another origin, so the key was removed from its field. */
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText as words } from "../text/settings.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

/** `was` is the key's origin; null if none was removed. */
export function UnusedKeyNotice({ was }: { was: string | null }) {
  return (
    <div role="status">
      {was === null ? null : <p className={css("result")}>{words.keyTakenOut(was)}</p>}
    </div>
  );
}
