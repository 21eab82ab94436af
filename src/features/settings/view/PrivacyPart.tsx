import { useId } from "react";
import { useSettings } from "../../../app/runtime/runtime-context.ts";
import { type PrivacyLevel, privacyLevels } from "../../../log/types.ts";
import { originOf } from "../../../models/bound-key.ts";
import { smallServer } from "../../../session/preferences.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { privacyText as words } from "../text/privacy.ts";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);

export function PrivacyPart() {
  const server = useSettings((state) => smallServer(state.small));
  const open = useSettings((state) => state.privacy === "everything");
  return (
    <Part name="privacy" title={words.title} help={words.help}>
      <div className={css("group")} role="radiogroup" aria-labelledby="settings-privacy-title">
        {privacyLevels.map((level) => (
          <Level key={level} level={level} />
        ))}
      </div>
      <p className={css("soft")}>{words.elsewhere}</p>
      {server === null || open ? null : (
        <p className={css("cause")}>{words.smallElsewhere(originOf(server.baseUrl))}</p>
      )}
    </Part>
  );
}

function Level({ level }: { level: PrivacyLevel }) {
  const chosen = useSettings((state) => state.privacy);
  const change = useSettings((state) => state.change);
  const id = useId();
  const { label, help } = words.levels[level];
  return (
    <div className={css("level")}>
      <input
        id={id}
        type="radio"
        name="privacy"
        checked={chosen === level}
        aria-describedby={`${id}-help`}
        onChange={() => change({ privacy: level })}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-help`} className={css("soft")}>
        {help}
      </p>
    </div>
  );
}
