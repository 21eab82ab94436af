import { useSettings } from "../../../app/runtime/runtime-context.ts";
import { capBounds as range } from "../../../log/setting-bounds.ts";
import { atCap as choices } from "../../../session/preferences.ts";
import { OptionalNumberField, SelectField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { capsText } from "../text/caps.ts";
import { settingsText as words } from "../text/settings.ts";
import { Part } from "./Part.tsx";
import sheet from "./SettingsDialog.module.css";
import { SpentToday } from "./SpentToday.tsx";

const css = classes(sheet);

export function CapsPart() {
  const caps = useSettings((state) => state.caps);
  const atCap = useSettings((state) => state.atCap);
  const change = useSettings((state) => state.change);
  return (
    <Part name="caps" title={words.caps} help={words.capsHelp}>
      <div className={css("columns")}>
        <OptionalNumberField
          label={words.capQuestion}
          value={caps.perQuestionUsd}
          range={range}
          onChange={(perQuestionUsd) => change({ caps: { ...caps, perQuestionUsd } })}
        />
        <OptionalNumberField
          label={words.capDay}
          value={caps.perDayUsd}
          range={range}
          onChange={(perDayUsd) => change({ caps: { ...caps, perDayUsd } })}
        />
      </div>
      <SpentToday />
      <SelectField
        label={capsText.atCap}
        value={atCap}
        options={choices.options.map((value) => ({ value, label: capsText.choices[value] }))}
        help={capsText.help[atCap]}
        onChange={(next) => change({ atCap: next })}
      />
    </Part>
  );
}
