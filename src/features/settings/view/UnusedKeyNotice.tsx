/** Notice that a key was removed from its field because the address changed to another origin. */
import { classes } from "../../../ui-kit/styles/classes.ts";
import { settingsText as words } from "../text/settings.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

/** `was`: the origin that the key is for; null if none was removed. */
export function UnusedKeyNotice({ was }: { was: string | null }) {
  return (
    <div role="status">
      {was === null ? null : <p className={css("result")}>{words.keyTakenOut(was)}</p>}
    </div>
  );
}
