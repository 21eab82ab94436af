/** What may be spent at most, and what happens there. */
import { capBounds as range } from "../../core/setting-bounds.ts";
import { atCap as choices } from "../../state/preferences.ts";
import { OptionalNumberField, SelectField } from "../shared/Field.tsx";
import { useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { capsText } from "../text/caps-en.ts";
import { settingsText as words } from "../text/settings-en.ts";
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
