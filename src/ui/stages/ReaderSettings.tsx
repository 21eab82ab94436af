/** Who reads the passages, and what the encoder does beyond the papers. */
import { readerChoices } from "../../core/types.ts";
import { NumberField, SelectField, SwitchField } from "../shared/Field.tsx";
import { useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./AdvancedSettings.module.css";

const css = classes(sheet);
const words = text.reader;

export function ReaderSettings() {
  const run = useSettings((state) => state.run);
  const change = useSettings((state) => state.changeRun);
  return (
    <fieldset className={css("column")}>
      <legend>{words.settings}</legend>
      <p className={css("help")}>{words.settingsHelp}</p>
      <SelectField
        label={words.who}
        help={words.whoHelp}
        value={run.reader}
        options={readerChoices.map((value) => ({ value, label: words.choices[value] }))}
        onChange={(reader) => change({ reader })}
      />
      <SwitchField
        label={words.rerank}
        help={words.rerankHelp}
        checked={run.rerank}
        onChange={(rerank) => change({ rerank })}
      />
      <SwitchField
        label={words.evidence}
        help={words.evidenceHelp}
        checked={run.evidence}
        onChange={(evidence) => change({ evidence })}
      />
      {run.evidence ? (
        <NumberField
          label={words.threshold}
          help={words.thresholdHelp}
          value={run.evidenceThreshold}
          range={{ min: 0, max: 1, step: 0.05 }}
          onChange={(evidenceThreshold) => change({ evidenceThreshold })}
        />
      ) : null}
    </fieldset>
  );
}
