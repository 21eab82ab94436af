/** The address changed to another origin, so the key left its field. */
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText as words } from "../text/settings.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

/** `was`: the key's origin. */
export function UnusedKeyNotice({ was }: { was: string | null }) {
  return (
    <div role="status">
      {was === null ? null : <p className={css("result")}>{words.keyTakenOut(was)}</p>}
    </div>
  );
}
